import { shownCharacters } from '../request/visible-text.ts';
import { IconButton } from '../ui/button.tsx';
import { FunnelIcon } from '../ui/icons.tsx';

export interface EventButtonProps {
  event: string;
  /** Shows only requests with this event. */
  onEvent: (event: string) => void;
  className?: string;
  tabIndex?: number;
}

/** Narrows the list to requests with the same event. */
export function EventButton({ event, onEvent, ...rest }: EventButtonProps) {
  return (
    <IconButton
      {...rest}
      label={`Show only ${shownCharacters(event)}`}
      onClick={() => onEvent(event)}
    >
      <FunnelIcon className="size-3.5" />
    </IconButton>
  );
}
