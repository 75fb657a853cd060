import {
  CommandFailure,
  exitCodes,
  Interrupted,
  OutputClosed,
  UsageError,
} from '../command-line/outcome.ts';
import { visible, visibleLines } from '../output/text.ts';
import { isLocal, type ServiceProxy } from './address.ts';

/** The exit code and the message of a command that failed. */
interface FailureReport {
  /** For scripts. */
  exitCode: number;
  /** For people, on standard error; absent where silence is right. */
  text?: string;
}

export function failureReport(error: unknown): FailureReport {
  if (error instanceof OutputClosed) return { exitCode: exitCodes.done };
  if (error instanceof Interrupted) return { exitCode: exitCodes.interrupted };
  if (error instanceof UsageError) {
    const topic = ['hookwell', error.commandName, '--help'].filter(Boolean).join(' ');
    const lines = [`${visible(error.message)} (see "${topic}")`, error.quotation];
    return told(exitCodes.usage, lines.filter((line) => line !== undefined).join('\n'));
  }
  if (error instanceof CommandFailure) return told(error.exitCode, visibleLines(error.message));
  // Any error but a failure of the service is a bug: its stack helps then.
  return told(exitCodes.failed, visibleLines(serviceFailureSentence(error) ?? describeBug(error)));
}

function told(exitCode: number, text: string): FailureReport {
  return { exitCode, text: `hookwell: ${text}\n` };
}

function describeBug(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * The sentence for a failure of the service or of the way to it; `undefined` for any other error. The client's
 * class is recognised by its name, so that its code need not be loaded.
 */
export function serviceFailureSentence(error: unknown): string | undefined {
  if (!(error instanceof Error && error.name === 'HookwellError')) return undefined;
  const status = statusOf(error) ?? 0;
  if (error.cause instanceof ServiceUnreachable) return error.cause.message;
  if (status === 0) {
    const { message } = deepestCause(error);
    return message === error.message ? message : `${error.message}: ${message}`;
  }
  if (status === 429) return `${error.message}: ${retrySentence(error)}`;
  if (status === 403 && /^API use requires/.test(error.message)) {
    return `${error.message} ("hookwell login --email" works on every plan)`;
  }
  if (error.message === 'This needs a registered account') {
    return `${error.message}: "hookwell register" makes the guest one, with its endpoints`;
  }
  // A login would change nothing where a key is given: that comes first.
  if (status === 401 && error.message.endsWith(storedByLogin)) {
    return error.message.includes('the session')
      ? `${error.message}: it ended, or its guest went along to another account. Log in again`
      : `${error.message}: log in again`;
  }
  // Commands name the thing that was not found. Without such a name the call itself led nowhere.
  if (error.message === 'Not found') return 'Not found: is the address of the service right?';
  return error.message;
}

/** The end of the sentence about a credential that `hookwell login` has stored. */
export const storedByLogin = 'that "hookwell login" stored';

/** The HTTP status that the service answered with; 0 if it did not answer, `undefined` for any other error. */
export function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' ? status : undefined;
}

/** The seconds that the service asks to wait, if it does. */
export function retryAfterOf(error: unknown): number | undefined {
  const seconds = error instanceof Error && 'retryAfter' in error ? error.retryAfter : undefined;
  return typeof seconds === 'number' ? seconds : undefined;
}

function retrySentence(error: Error): string {
  const seconds = retryAfterOf(error);
  return seconds === undefined ? 'try again later' : `try again in ${Math.ceil(seconds)} s`;
}

/** The way to a service failed. Its message is a whole sentence, with the address and the cause. */
class ServiceUnreachable extends Error {
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
