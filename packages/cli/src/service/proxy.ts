import { CommandFailure } from '../command-line/outcome.ts';
import { isLocal } from './address.ts';

/** The proxy by which the command reaches a service. */
export interface ServiceProxy {
  url: URL;
  /** What the user calls it: `HTTPS_PROXY (proxy.example.com:3128)`. Its password is not in it. */
  name: string;
}

/**
 * The proxy that the environment names for this address, as curl and others read it: `HTTP_PROXY`, `HTTPS_PROXY` and
 * `NO_PROXY`, in small letters as well. There is none for this machine.
 * @throws {CommandFailure} if it is none that can be used
 */
export function proxyFor(
  address: string,
  environment: Readonly<Record<string, string | undefined>>,
): ServiceProxy | undefined {
  if (isLocal(address)) return undefined;
  const { protocol } = new URL(address);
  const [small, large] =
    protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
  const setting = environment[small] === undefined ? large : small;
  const text = environment[setting]?.trim();
  if (!text || isExcepted(address, environment.no_proxy ?? environment.NO_PROXY ?? ''))
    return undefined;
  const whole = text.includes('://') ? text : `http://${text}`;
  if (!/^https?:/i.test(whole) || !URL.canParse(whole)) {
    throw new CommandFailure(
      `${setting} names no proxy that this command can use: one begins with http:// or https://`,
    );
  }
  const url = new URL(whole);
  return { url, name: `${setting} (${url.host})` };
}

/** Whether a list of names (`example.com`, with all below it), `name:port` and `*` names this host. */
function isExcepted(address: string, noProxy: string): boolean {
  const { protocol, hostname, port } = new URL(address);
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      const [, name = '', onlyPort = ownPort] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (entry === '*') return true;
      return name !== '' && onlyPort === ownPort && `.${hostname}`.endsWith(`.${name}`);
    });
}
