/** In how many layers of escapes a text is looked for. */
const mostLayers = 8;

/** The texts that a reader can make of an answer: as it is, and with escapes of JSON and URLs undone, layer by layer. */
function* readings(answer: unknown): Generator<string> {
  let text = JSON.stringify(answer);
  for (let layer = 0; layer < mostLayers; layer++) {
    yield text;
    const next = text
      .replace(/\\u([0-9a-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/\\(["\\/])/g, '$1');
    if (next === text) return;
    text = next;
  }
}

/** All that a reader can make of an answer, in lower case. */
export function toldBy(answer: unknown): readonly string[] {
  return [...readings(answer)].map((text) => text.toLowerCase());
}

/** The parts of a text, eight characters each, that an answer has in it in any encoding. */
export function partsToldOf(secret: string, answer: unknown): string[] {
  return partsIn(toldBy(answer), secret);
}

/** The same of what a reader can make of an answer. */
export function partsIn(told: readonly string[], secret: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at + 8 <= secret.length; at++)
    parts.push(secret.slice(at, at + 8).toLowerCase());
  return parts.filter((part) => told.some((text) => text.includes(part)));
}
