let lastSecond = Number.NaN;
/** Down to the point behind the second. */
let startOfText = '';

/**
 * A time in milliseconds since 1970 as `Date` writes it (ISO 8601, UTC). Times that follow each other are mostly of the same
 * second, whose text is kept: 0.1 µs instead of 0.9, a tenth of what a capture in a list costs.
 */
export function timeText(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  if (second !== lastSecond) {
    startOfText = new Date(second * 1000).toISOString().slice(0, -'000Z'.length);
    lastSecond = second;
  }
  return `${startOfText}${String(milliseconds - second * 1000).padStart(3, '0')}Z`;
}
