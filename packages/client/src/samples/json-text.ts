/**
 * JSON without the white space between its parts, as most senders send it. Works on the text: numbers
 * that JavaScript cannot hold keep their digits.
 */
export function compactJson(text: string): string {
  return text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}
