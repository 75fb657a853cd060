/** A size in bytes for people: `0 B`, `812 B`, `1.4 KB`, `25 MB`; powers of 1024, as file managers show them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  let value = bytes / 1024;
  let unit = 0;
  // A value that would be rounded to 1024 is 1 of the next unit.
  while (value >= 1023.5 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

export function formatCount(count: number): string {
  return count.toLocaleString('en');
}

/** `1 request`, `2 requests`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** The time since then in a few characters: `now`, `12s`, `5m`, `3h`, `2d`. A moment in the future is `now`. */
export function formatAge(at: string, now: number): string {
  const seconds = Math.floor((now - Date.parse(at)) / 1000);
  if (seconds < 3) return 'now';
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h`;
  return `${Math.floor(seconds / 86_400)}d`;
}

/** The words for the letters of `formatAge`. */
export const ageUnits: Readonly<Record<string, string>> = {
  s: 'second',
  m: 'minute',
  h: 'hour',
  d: 'day',
};

/** An age of `formatAge` to be read aloud: `5m` is `5 minutes ago`. */
export function ageWords(age: string): string {
  const unit = ageUnits[age.slice(-1)];
  return unit === undefined ? age : `${plural(Number(age.slice(0, -1)), unit)} ago`;
}

const exact = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  timeZoneName: 'short',
});

/** A moment to the millisecond, in the reader's own time zone and language. */
export function formatExactTime(at: string): string {
  return exact.format(new Date(at));
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** A day, in the reader's own time zone and language. */
export function formatDay(at: string): string {
  return day.format(new Date(at));
}
