/** The headers of a request as they are stored. */
export interface StoredHeaders {
  /** A JSON array `[name, value, …]`: case, order and repeats as sent, without X- headers. */
  text: string;
  /** The number of headers that are left out. */
  dropped: number;
}

const upperX = 'X'.charCodeAt(0);
const lowerX = 'x'.charCodeAt(0);

/** Whether a name begins with `X-` in any case. */
export function isXHeader(name: string): boolean {
  const first = name.charCodeAt(0);
  return (first === lowerX || first === upperX) && name[1] === '-';
}

function hasXHeaders(rawHeaders: readonly string[]): boolean {
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (isXHeader(rawHeaders[index] ?? '')) return true;
  return false;
}

/** Leaves out the headers whose name begins with `X-` in any case. */
export function storedHeaders(rawHeaders: readonly string[]): StoredHeaders {
  if (!hasXHeaders(rawHeaders)) return { text: JSON.stringify(rawHeaders), dropped: 0 };
  const kept: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (isXHeader(name)) continue;
    kept.push(name, rawHeaders[index + 1] ?? '');
  }
  return { text: JSON.stringify(kept), dropped: (rawHeaders.length - kept.length) / 2 };
}
