const units = ['KiB', 'MiB', 'GiB'];

/** `14 B`, `2.1 KiB`, `25 MiB`. */
export function byteSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  let size = bytes / 1024;
  let unit = 0;
  for (; size >= 1023.95 && unit < units.length - 1; unit++) size /= 1024;
  return `${size.toFixed(size < 10 ? 1 : 0)} ${units[unit]}`;
}
