import { useEffect, useState } from 'react';
import { CommandBox } from '../ui/copy-button.tsx';
import { startOfCommand } from './forward-commands.ts';

interface OwnCommandProps {
  /** Names the command for the copy button. */
  label: string;
  /** Makes the text from how the command is started. */
  text: (start: string) => string;
  /** Makes the text that is copied, where that is another one. */
  copied?: (start: string) => string | Promise<string>;
}

/** Hookwell's own command to copy. It is looked up each time, since the service may have been upgraded. */
export function OwnCommand({ label, text, copied = text }: OwnCommandProps) {
  const [start, setStart] = useState('');
  useEffect(() => void startOfCommand().then(setStart), []);
  return start && <CommandBox copied={() => copied(start)} label={label} text={text(start)} />;
}
