/** The id that an address names. If the text is not an id it is 0, which no request has, so the screen says that. */
export function requestIdIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}
