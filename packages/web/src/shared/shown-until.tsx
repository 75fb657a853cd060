import { formatMinute } from '../ui/moment.ts';

/** The moment at which a share ends, in the reader's own time zone and language. */
export function ShownUntil({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at}>
      {formatMinute(at)}
    </time>
  );
}
