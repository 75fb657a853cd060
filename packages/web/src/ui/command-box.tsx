import type { ReactNode } from 'react';
import { type Copied, CopyButton } from './copy-button.tsx';

interface CommandBoxProps {
  /** Names the command for the copy button: `the curl command`. */
  label: string;
  text: string;
  /** What is copied, where that is another text. */
  copied?: Copied;
}

/** A command to copy. Long lines wrap, since nobody trusts a command that runs out of sight. */
export function CommandBox({ label, text, copied = text }: CommandBoxProps) {
  return (
    <div className="relative rounded-lg border border-line bg-raised">
      <pre className="overflow-hidden py-2.5 pr-11 pl-3 font-mono text-[0.8125rem] whitespace-pre-wrap wrap-anywhere">
        <code>{withWholeOptions(text)}</code>
      </pre>
      <CopyButton className="absolute top-1 right-1" label={label} text={copied} />
    </div>
  );
}

/** Browsers break lines after hyphens, also between the two of an option. */
function withWholeOptions(text: string): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: option, index } of text.matchAll(/(?<=\s)--?[a-z][\w-]*/gi)) {
    parts.push(text.slice(end, index));
    parts.push(
      <span className="whitespace-nowrap" key={index}>
        {option}
      </span>,
    );
    end = index + option.length;
  }
  return [...parts, text.slice(end)];
}
