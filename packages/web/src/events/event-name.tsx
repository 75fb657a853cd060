import { ShownText, shownCharacters } from '../request/shown-text.tsx';
import { noEvent } from './event-words.ts';

const longestShownCharacters = 300;

interface EventNameProps {
  event: string | undefined;
  className?: string;
}

/** The name that the sender gave to an event. A long one is cut. */
export function EventName({ event, className = '' }: EventNameProps) {
  if (event === undefined) return <span className={`text-muted ${className}`}>{noEvent}</span>;
  const isLong = event.length > longestShownCharacters;
  const shown = isLong ? `${event.slice(0, longestShownCharacters)}…` : event;
  return (
    <bdi
      className={`text-left font-medium wrap-anywhere ${className}`}
      title={shownCharacters(event)}
    >
      {event === '' ? '""' : <ShownText text={shown} />}
    </bdi>
  );
}
