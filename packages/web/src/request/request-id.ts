/** The id that an address names; what is none names a request that cannot exist, which the screen then says. */
export function requestIdIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}
