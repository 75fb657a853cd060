/** @param {number} bytes */
export function sizeOf(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/**
 * The time of day, with the date where it was not today.
 * @param {string} text ISO 8601
 */
export function timeOf(text) {
  const time = new Date(text);
  return time.toDateString() === new Date().toDateString()
    ? time.toLocaleTimeString()
    : time.toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' });
}
