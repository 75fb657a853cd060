/** A Content-Type header, read (RFC 9110, section 8.3). */
export interface ContentType {
  /** In lower case, without parameters; empty where none was sent. */
  mediaType: string;
  /** By their names in lower case; of a repeated one the first. */
  parameters: ReadonlyMap<string, string>;
}

/** `; name=value`, the value a token or a quoted text. */
const parameter = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g;

export function parseContentType(header = ''): ContentType {
  const [mediaType = ''] = header.split(';', 1);
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of header
    .slice(mediaType.length)
    .matchAll(parameter)) {
    const value = quoted === undefined ? token : quoted.replace(/\\(.)/g, '$1');
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
  }
  return { mediaType: mediaType.trim().toLowerCase(), parameters };
}

export function isJsonType({ mediaType }: ContentType): boolean {
  return /^(application|text)\/json$|\+json$/.test(mediaType);
}

export function isJsonLinesType({ mediaType }: ContentType): boolean {
  return /^(application|text)\/(x-)?(ndjson|jsonl|json-?lines|ldjson)$/.test(mediaType);
}

export function isXmlType({ mediaType }: ContentType): boolean {
  return /^(application|text)\/xml$|\+xml$/.test(mediaType);
}

export function isHtmlType({ mediaType }: ContentType): boolean {
  return mediaType === 'text/html';
}
