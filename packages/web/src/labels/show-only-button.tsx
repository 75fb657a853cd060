import { shownCharacters } from '../request/visible-text.ts';
import { IconButton } from '../ui/button.tsx';
import { FunnelIcon } from '../ui/icons.tsx';

interface ShowOnlyButtonProps {
  /** What the listed requests have in common. */
  words: string;
  onClick: () => void;
  className?: string;
  tabIndex?: number;
}

/** Narrows the list to requests that are alike. */
export function ShowOnlyButton({ words, ...rest }: ShowOnlyButtonProps) {
  return (
    <IconButton {...rest} label={`Show only ${shownCharacters(words)}`}>
      <FunnelIcon className="size-3.5" />
    </IconButton>
  );
}
