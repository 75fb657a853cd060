import type { ReactNode } from 'react';
import { shownCharacters } from '../request/visible-text.ts';
import { IconButton } from '../ui/button.tsx';
import { FunnelIcon } from '../ui/icons.tsx';

interface ShowOnlyButtonProps {
  /** The words that the listed requests have in common. */
  words: string;
  onClick: () => void;
  className?: string;
  tabIndex?: number;
  /** A drawing, if a funnel does not say it. */
  children?: ReactNode;
}

/** Narrows the list to requests that are alike. */
export function ShowOnlyButton({ words, children, ...rest }: ShowOnlyButtonProps) {
  return (
    <IconButton {...rest} label={`Show only ${shownCharacters(words)}`}>
      {children ?? <FunnelIcon className="size-3.5" />}
    </IconButton>
  );
}
