/** What a server made of the bytes of a connection. */
export interface Reading {
  requests: ReadRequest[];
  /** Whether the bytes behind the last request were refused, and never read, or read as far as they came. */
  end: 'refused' | 'closed' | 'open';
  /** Why they were refused, without the number of a line. */
  why: string;
}

/** Texts have a character for each byte. */
export interface ReadRequest {
  method: string;
  target: string;
  headers: readonly string[];
  body: string;
  isWhole: boolean;
}
