import { randomInt } from 'node:crypto';

/** What is known of a request, whoever made the object. */
interface Request {
  method?: string | undefined;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A receive URL's path: `/wh/` and the token (`isToken`), then the end, a sub-path or a query. */
const receivePath = /^\/wh\/[a-z0-9]{26,64}(?=[/?#]|$)/;
const tokenAt = '/wh/'.length;
/** Of the tokens that are made here; those that an operator's file gives (`seed/`) may be longer. */
const tokenCharacters = 26;
const anyReceivePath = /^\/wh(?=[/?#]|$)/;
const schemeAndAuthority = /^https?:\/\/[^/?#]*/i;

/** The path and query of a request target, which a proxy may send in absolute form (RFC 9112, 3.2.2). */
export function originForm(target: string): string {
  return target.startsWith('/') ? target : target.replace(schemeAndAuthority, '');
}

/** Whether the request is for the receive plane: `/wh` and everything below it. */
export function isReceiveTarget(target: string): boolean {
  return anyReceivePath.test(originForm(target));
}

/** The token in a request target; undefined if no endpoint can have this address. */
export function tokenOf(target: string): string | undefined {
  const path = originForm(target);
  if (!receivePath.test(path)) return undefined;
  let end = tokenAt + tokenCharacters;
  while (end < path.length && !'/?#'.includes(path.charAt(end))) end += 1;
  return path.slice(tokenAt, end);
}

/** Whether a browser asks whether it may send (Fetch standard: CORS preflight). */
export function isPreflight(request: Request): boolean {
  return (
    request.method === 'OPTIONS' &&
    request.headers.origin !== undefined &&
    request.headers['access-control-request-method'] !== undefined
  );
}

/** The host name that a request is for. For a target in absolute form the header has the target's own host. */
export function hostNameOf({
  headers: { host = '' },
}: Pick<Request, 'headers'>): string | undefined {
  return hostName(`http://${host}`);
}

/** The host name in an address, without the dot that may end a name (RFC 1034, 3.1): it is the same host. */
export function hostName(address: string): string | undefined {
  const name = URL.parse(address)?.hostname;
  return name?.endsWith('.') ? name.slice(0, -1) : name;
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A new token: 26 random characters, 134 bits. */
export function createToken(): string {
  let token = '';
  for (let i = 0; i < tokenCharacters; i++) token += alphabet[randomInt(alphabet.length)];
  return token;
}

/** Whether a text has the form of a token. Any other text is unknown without a look-up. */
export function isToken(text: string): boolean {
  return /^[a-z0-9]{26,64}$/.test(text);
}
