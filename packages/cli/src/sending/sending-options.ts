import { orUsageError } from '../command-line/outcome.ts';

/** Options of every command that sends captured requests somewhere. */
export const sendingOptions = {
  timeout: {
    type: 'duration',
    placeholder: 'TIME',
    description: 'The longest time that the target may take to answer; 30s by default.',
  },
  insecure: {
    type: 'flag',
    description: 'Accept any certificate of the target.',
  },
} as const;

export const defaultTimeoutMs = 30_000;

/** The most bytes of an answer that are shown. */
export const mostAnswerBytes = 10_000;

/**
 * The address to send to that an option named.
 * @throws {UsageError} if the text is no such address
 */
export function targetOf(text: string, command: string): URL {
  return orUsageError(() => parseTarget(text), command);
}

/**
 * The target that the text names: `http://localhost:3000/hook`, and for short `localhost:3000/hook`,
 * `3000/hook` and `3000`. A bare number is a port: as a host it would be an address of IPv4, somewhere.
 * @throws {TypeError} if the text is no such address
 */
export function parseTarget(text: string): URL {
  const refuse = (reason: string): never => {
    throw new TypeError(`"${text}" is not a URL to forward to: ${reason}`);
  };
  const address = /^\d+(?![^/?#])/.test(text) ? `http://localhost:${text}` : withScheme(text);
  if (!URL.canParse(address)) return refuse('it should look like http://localhost:3000/hook');
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) return refuse('it must begin with http:// or https://');
  if (url.username !== '' || url.password !== '') return refuse('it may not have a password in it');
  if (url.hash !== '') return refuse('it may not have a "#" in it');
  return url;
}

function withScheme(text: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
}
