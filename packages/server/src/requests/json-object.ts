/**
 * Whether a text is a JSON object (RFC 8259). Parsing is the check; what it gives is thrown away, for
 * printing it again would change numbers and lose repeated names.
 */
export function isJsonObject(text: string): boolean {
  if (!/^[ \t\r\n]*\{/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
