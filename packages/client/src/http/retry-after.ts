/**
 * The seconds that the value of a Retry-After header asks to wait (RFC 9110, section 10.2.3): it names either their number or a
 * date. `undefined` if there is none, or none that makes sense.
 */
export function retryAfterSeconds(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
