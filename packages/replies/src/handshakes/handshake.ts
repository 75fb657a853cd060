import type { JsonPath, RequestHead, WholeBody } from '@hookwell/match';
import type { HandshakeAnswer } from '../decision.ts';
import type { VerifyingSettings } from '../settings.ts';

/** A request, as a handshake looks at it. */
export interface AskedRequest {
  head: RequestHead;
  body: WholeBody;
  /** The first header of that name (in lower case), as it came, that is not empty. */
  doorHeader(lower: string): string | undefined;
  /** The settings by which requests of the endpoint are verified, if they are. */
  verify: VerifyingSettings | undefined;
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
  paths: readonly JsonPath[];
  /** `undefined`: the request is no handshake of this sender, or cannot be answered. */
  answer(asked: AskedRequest): HandshakeAnswer | undefined;
}

/** Longer ones are no handshakes. */
const mostTokenCharacters = 64 * 1024;

/** A text that can be sent back. */
export function token(text: string | undefined): string | undefined {
  return text === undefined || text === '' || text.length > mostTokenCharacters ? undefined : text;
}

/**
 * A random text as senders make them, whose HMAC under the first secret is the answer. Anybody can ask for it, so it is
 * computed only of what no request can be valid by:
 * Zoom signs a text with colons, and of X only a JSON object is valid.
 */
export function signedToken(text: string | undefined): string | undefined {
  return text !== undefined && /^[\w+/. -]{1,256}={0,2}$/.test(text) ? text : undefined;
}

/** The first parameter of that name, decoded. */
export function parameter({ head }: AskedRequest, name: string): string | undefined {
  return head.values({ name: 'query.NAME', key: name })[0]?.text;
}

/** The string at one of the paths of a handshake. */
export function stringAt({ body }: AskedRequest, path: JsonPath): string | undefined {
  const value = body.jsonAt(path);
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
