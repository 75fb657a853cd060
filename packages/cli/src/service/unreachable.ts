import { isLocal } from './address.ts';
import type { ServiceProxy } from './proxy.ts';

/** The way to a service failed. Its message is a whole sentence, with the address and the cause. */
export class ServiceUnreachable extends Error {
  override name = 'ServiceUnreachable';
}

/** A service, and the way there. */
export interface WayToService {
  /** Without a slash at its end. */
  address: string;
  /** The proxy that the environment names for the service. */
  proxy: ServiceProxy | undefined;
  /** Whether this command can start a service. */
  canServe: boolean;
}

/** The failure of `fetch`, in a sentence where it is no interruption. */
export function unreachable({ address, proxy, canServe }: WayToService, error: unknown): unknown {
  if (!(error instanceof TypeError)) return error;
  const { code, message } = deepestCause(error);
  const isOfService = proxy === undefined || speaksNoTls.has(code) || isOfCertificate(code);
  const sentence = isOfService
    ? sentenceFor({ address, canServe }, code, message)
    : `${address} cannot be reached by way of ${proxy.name}: ${
        message.startsWith('it answers with 407') ? `it ${asksForPassword}` : message || code
      }`;
  return new ServiceUnreachable(sentence, { cause: error });
}

/** What a proxy does that answers with 407. */
export const asksForPassword =
  'asks for a name and a password: they are written http://NAME:PASSWORD@HOST:PORT';

function sentenceFor(
  { address, canServe }: Omit<WayToService, 'proxy'>,
  code: string,
  message: string,
): string {
  const { protocol, hostname, host, pathname } = new URL(address);
  const other = (scheme: string) => `${scheme}://${host}${pathname === '/' ? '' : pathname}`;
  if (code === 'ECONNREFUSED') {
    const mayStart = canServe && isLocal(address);
    const remedy = mayStart ? '"hookwell serve" starts a service there, ' : '';
    return `Nothing listens at ${address}: ${remedy}--url names another one`;
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `${address} cannot be reached: there is no host ${hostname}, or no network`;
  }
  if (protocol === 'https:' && speaksNoTls.has(code)) {
    return `${address} does not speak https: is the service at ${other('http')}?`;
  }
  if (protocol === 'http:' && (code.startsWith('HPE_') || closed.has(code))) {
    return `${address} closed the connection without an answer: is the service at ${other('https')}?`;
  }
  if (isOfCertificate(code)) {
    const [reason] = message.split(';');
    return `The certificate of ${address} is not trusted (${reason}): NODE_EXTRA_CA_CERTS names a file with the authority that signed it`;
  }
  return `${address} cannot be reached: ${message || code}`;
}

function isOfCertificate(code: string): boolean {
  return /CERT|_SIGNATURE$/.test(code);
}

const speaksNoTls: ReadonlySet<string> = new Set([
  'EPROTO',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
]);

/** Before any answer: a server of https ends such connections. */
const closed: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** The error underneath: a name may have many addresses, and each of them was tried. */
function deepestCause(error: unknown): { code: string; message: string } {
  let code = '';
  let message = '';
  for (let one = error; one instanceof Error; ) {
    if ('code' in one && typeof one.code === 'string') code = one.code;
    message = one.message || message;
    one = one instanceof AggregateError ? (one.errors[0] ?? one.cause) : one.cause;
  }
  return { code, message };
}
