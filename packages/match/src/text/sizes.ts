const size = /^(\d{1,12}(?:\.\d{1,6})?)([kmg])(i?)b?$/i;
const powers: Readonly<Record<string, number>> = { k: 1, m: 2, g: 3 };

/** The number of bytes in a text such as `1MB` (1,000,000) or `64KiB` (65,536); any other text is returned as it is. */
export function bytesIn(text: string): string {
  const [, number, letter = '', isBinary] = size.exec(text) ?? [];
  const power = powers[letter.toLowerCase()];
  if (number === undefined || power === undefined) return text;
  return String(Math.round(Number(number) * (isBinary === '' ? 1000 : 1024) ** power));
}
