/** Names and values as `application/x-www-form-urlencoded`. */
export function formText(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString();
}
