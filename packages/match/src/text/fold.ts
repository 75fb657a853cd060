/** Letters whose lower case contains a letter of ASCII. */
const keptLetters = /([\u0130\u212A]+)/;
const [dottedI, kelvin, finalSigma] = ['\u0130', '\u212A', '\u03C2'];

/**
 * The text in the form in which texts are compared without case: lower case, with one small sigma. U+0130 and U+212A
 * stay as they are. So the letters of ASCII come from letters of ASCII alone, and stores can look for them in bytes.
 * Each character is folded for itself and keeps its length in UTF-16.
 */
export function fold(text: string): string {
  const lower =
    text.includes(dottedI) || text.includes(kelvin)
      ? text
          .split(keptLetters)
          .map((part, index) => (index % 2 === 1 ? part : part.toLowerCase()))
          .join('')
      : text.toLowerCase();
  return lower.includes(finalSigma) ? lower.replaceAll(finalSigma, '\u03C3') : lower;
}
