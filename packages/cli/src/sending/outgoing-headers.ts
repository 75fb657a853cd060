import type { ClientRequest } from 'node:http';

/** A header as it was sent: its name and its value. */
export type Header = readonly [name: string, value: string];

/** Headers of the connection that they came on (RFC 9110, section 7.6.1), and not of the request. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // The body is known already: a `100 Continue` is not needed.
  'expect',
]);

/** Node sends requests of these methods without `Content-Length` if they have no body. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);

/**
 * The headers for another hop, as a flat list of names and values: the sent ones in their order, spelling and
 * number. The target's host replaces the host, and the body's length replaces its length or the sign that it
 * comes in chunks.
 */
export function outgoingHeaders(
  sent: readonly Header[],
  { method, host, bodySize }: { method: string; host: string; bodySize: number },
): string[] {
  const dropped = new Set([...hopByHop, ...namedByConnection(sent)]);
  const headers: string[] = [];
  let hasHost = false;
  let hasLength = false;
  for (const [name, value] of sent) {
    if (/^host$/i.test(name)) {
      if (!hasHost) headers.push(name, host);
      hasHost = true;
    } else if (/^(content-length|transfer-encoding)$/i.test(name)) {
      if (!hasLength) headers.push('Content-Length', String(bodySize));
      hasLength = true;
    } else if (!dropped.has(name.toLowerCase())) {
      headers.push(name, value);
    }
  }
  if (!hasHost) headers.unshift('Host', host);
  // Without it Node would send the body in chunks.
  const needsLength = bodySize > 0 || !bodiless.has(method);
  if (!hasLength && needsLength) headers.push('Content-Length', String(bodySize));
  return headers;
}

/** The header `Connection: close, Http2-Settings` names further headers for one hop alone. */
function namedByConnection(sent: readonly Header[]): string[] {
  return sent
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((name) => name.trim());
}

/** Node writes all letters of a method in capitals, and with `HEAD` and `CONNECT` it expects other answers. */
const standIn = 'GET';

/** The method to give to Node's client: the same one, or for one with small letters another, which `writeMethod` replaces. */
export function methodForNode(method: string): string {
  return method === method.toUpperCase() ? method : standIn;
}

/** Has a request that was opened with `methodForNode` written with its own method, which begins what is written first. */
export function writeMethod(request: ClientRequest, method: string): void {
  if (methodForNode(method) === method) return;
  request.once('socket', (socket) => {
    const { write } = socket;
    socket.write = (head: unknown, ...rest: unknown[]): boolean => {
      socket.write = write;
      if (typeof head === 'string' && head.startsWith(`${standIn} `)) {
        const written = method + head.slice(standIn.length);
        return Reflect.apply(write, socket, [written, ...rest]);
      }
      socket.destroy(new Error('its method cannot be sent'));
      return false;
    };
  });
}
