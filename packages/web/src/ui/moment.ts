const parts = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;
const minutes = new Intl.DateTimeFormat(undefined, parts);
const seconds = new Intl.DateTimeFormat(undefined, { ...parts, second: '2-digit' });

/** A moment to the minute, or to the second where it is between two, in the reader's own time zone and language. */
export function formatMoment(at: number): string {
  return (at % 60_000 === 0 ? minutes : seconds).format(at);
}

/** A moment to the minute. */
export function formatMinute(at: string): string {
  return minutes.format(new Date(at));
}
