const units = ['KiB', 'MiB', 'GiB'];

/** `14 B`, `2.1 KiB`, `25 MiB`. */
export function byteSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  let size = bytes / 1024;
  let unit = 0;
  for (; size >= 1023.95 && unit < units.length - 1; unit++) size /= 1024;
  return `${size.toFixed(size < 10 ? 1 : 0)} ${units[unit]}`;
}

/** The time that has passed since a moment, in its largest unit: `3d`, `12h`, `5m`. */
export function ageSince(sinceMs: number): string {
  const minutes = Math.max(0, Math.floor((Date.now() - sinceMs) / 60_000));
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours}h` : `${Math.floor(hours / 24)}d`;
}

/** The local time of day: `12:00:01`. */
export function timeOfDay(dateTime: string): string {
  const time = new Date(dateTime);
  return [time.getHours(), time.getMinutes(), time.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
