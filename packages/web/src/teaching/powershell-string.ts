/**
 * The text as a verbatim string of PowerShell, where nothing but the quote itself is special. It takes the
 * typographic quotes for quotes, too (about_Quoting_Rules).
 */
export function powerShellString(text: string): string {
  return `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
}
