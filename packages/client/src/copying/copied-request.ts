/** A request that is copied for use elsewhere. */
export interface CopiedRequest {
  method: string;
  /** The absolute receive URL, with path and query as they were sent: each character stands for one byte (latin1). */
  url: string;
  /** In the order, case and number sent; each character of a value stands for one byte (latin1). */
  headers: readonly (readonly [name: string, value: string])[];
  /** The bytes as they arrived, with their content codings. */
  body: Uint8Array;
}

/** Headers that the sending program sets by itself, for its own connection. */
const ownHeaders = new Set(['host', 'content-length', 'transfer-encoding', 'connection']);

/** The headers that another program can be told to send. */
export function portableHeaders({ headers }: CopiedRequest): CopiedRequest['headers'] {
  return headers.filter(([name]) => !ownHeaders.has(name.toLowerCase()));
}

export function hasHeader({ headers }: CopiedRequest, wanted: string): boolean {
  return headers.some(([name]) => name.toLowerCase() === wanted);
}

/** Path and query of the URL, exactly as they stand there. */
export function targetOf(url: string): string {
  const target = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return target.startsWith('/') ? target : `/${target}`;
}
