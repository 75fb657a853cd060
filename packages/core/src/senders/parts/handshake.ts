/** A request, as a handshake looks at it. */
export interface AskedRequest {
  method: string;
  /** The first parameter of that name in the query, decoded. */
  parameter: (name: string) => string | undefined;
  /** The first header of that name (in lower case), as it came, that is not empty. */
  header: (lower: string) => string | undefined;
  /** The value at one of the paths of the handshake in a JSON body, as text. */
  jsonAt: (path: readonly string[]) => { type: string; text: string } | undefined;
  body: () => string;
  /** The verdict on its signature, if it was verified. */
  signature: string | undefined;
  /** The settings by which requests of the endpoint are verified, if they are. */
  verify: { scheme: string; secrets: readonly unknown[] } | undefined;
}

/** The handshake of a sender: how it asks an endpoint whether it wants webhooks, and which answer it takes as a yes. */
export interface Handshake {
  /** As the sender writes itself. */
  sender: string;
  /** The sender's own page about it. */
  documentation: string;
  /** The sender's request in words for readers: stands behind "answers". */
  sends: string;
  /** The answer in words for readers. */
  answers: string;
  /** The scheme under whose first secret the answer is computed. An endpoint that does not verify by it answers nothing. */
  secretOf?: string;
  /** All paths in a JSON body that `answer` asks for. */
  paths: readonly (readonly string[])[];
  /** `undefined`: the request is no handshake of this sender, or cannot be answered. */
  answer(asked: AskedRequest): HandshakeAnswer | undefined;
}

/** The answer to a handshake. */
export interface HandshakeAnswer {
  status: number;
  headers: readonly (readonly [name: string, value: string])[];
  body: readonly HandshakeText[];
  /** The sender gave this secret: it is kept if there is none, before the answer is sent. */
  secret?: string;
}

/** A text, or the HMAC-SHA256 of one under the endpoint's first secret. */
export type HandshakeText = string | { hmacOf: string; encoding: 'hex' | 'base64' };

/** Longer ones are no handshakes. */
const mostTokenCharacters = 64 * 1024;

/** A text, if it can be a token that a sender made. */
export function token(text: string | undefined): string | undefined {
  return text === '' || (text?.length ?? 0) > mostTokenCharacters ? undefined : text;
}

/** Sends a text back, if it can be one that a sender made. */
export function sentBack(text: string | undefined): HandshakeAnswer | undefined {
  const given = token(text);
  return given === undefined ? undefined : plainText(given);
}

/** A value that a header can send back (RFC 9110, section 5.5), no longer than a secret may be. */
export function headerValue(text: string | undefined): string | undefined {
  return text !== undefined && /^[\t\x20-\x7e\x80-\xff]{1,4096}$/.test(text) ? text : undefined;
}

/**
 * A random text as senders make them, whose HMAC under the first secret is the answer. Anybody can ask for it, so it is
 * computed only of what no request can be valid by:
 * Zoom signs a text with colons, and of X only a JSON object is valid.
 */
export function signedToken(text: string | undefined): string | undefined {
  return text !== undefined && /^[\w+/. -]{1,256}={0,2}$/.test(text) ? text : undefined;
}

/** The string at one of the paths of a handshake. */
export function stringAt(asked: AskedRequest, path: readonly string[]): string | undefined {
  const value = asked.jsonAt(path);
  return value?.type === 'string' ? value.text : undefined;
}

export function plainText(text: string): HandshakeAnswer {
  return { status: 200, headers: [['Content-Type', 'text/plain']], body: [text] };
}

export function json(...body: HandshakeAnswer['body']): HandshakeAnswer {
  return { status: 200, headers: [['Content-Type', 'application/json']], body };
}

/** An empty answer that tells the server to keep a secret, if the endpoint is to be verified with it and has none. */
export function acceptedWith(
  secret: string,
  headers: HandshakeAnswer['headers'],
  { verify }: AskedRequest,
  scheme: string,
): HandshakeAnswer {
  const isWanted = verify?.scheme === scheme && verify.secrets.length === 0;
  return { status: 200, headers, body: [], ...(isWanted && { secret }) };
}
