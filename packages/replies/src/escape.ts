/** Writes a text so that it is one in the language of a body. */
export type Escape = (text: string) => string;

/** The way to write texts into bodies of a media type: JSON and XML and HTML have one, all others take them as they are. */
export function escapeFor(mediaType: string): Escape {
  if (isOf('json', mediaType)) return escapeJson;
  if (mediaType === 'text/html') return escapeHtml;
  return isOf('xml', mediaType) ? escapeXml : (text) => text;
}

function isOf(language: string, mediaType: string): boolean {
  return (
    mediaType === `application/${language}` ||
    mediaType === `text/${language}` ||
    mediaType.endsWith(`+${language}`)
  );
}

/** The content of a string of JSON, without its quotes. */
function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const named: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and quoted attributes. A carriage return would be read as a line feed. HTML has no way to write NUL. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\r\0]/g, (character) => {
    if (character === '\0') return '\uFFFD';
    return named[character] ?? '&#13;';
  });
}

/** For text and quoted attributes. Characters that XML cannot have (XML 1.0, section 2.2) become U+FFFD. */
function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are the ones that are looked for
  return text.replace(/[&<>"'\t\n\r]|[\0-\x1f\ufffe\uffff]/g, (character) => {
    if (character === '\t' || character === '\n' || character === '\r') {
      return `&#${character.charCodeAt(0)};`;
    }
    return named[character] ?? '\uFFFD';
  });
}
