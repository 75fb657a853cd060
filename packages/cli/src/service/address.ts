import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure } from '../command-line/outcome.ts';

export const defaultAddress = 'http://127.0.0.1:8080';

/**
 * The address of a service in the one form in which addresses are compared: without a slash at its end. A path
 * stays, for services that live below one.
 * @param source the option or setting that the text comes from: `--url`
 * @throws {CommandFailure} if the text cannot be the address of a service
 */
export function serviceAddress(text: string, source: string): string {
  const refuse = (reason: string): never => {
    throw new CommandFailure(`${source} is "${text}": ${reason}`);
  };
  if (!/^https?:\/\//i.test(text)) return refuse('an address begins with http:// or https://');
  if (!URL.canParse(text)) return refuse('this is no address');
  const { origin, pathname, username, password, search, hash } = new URL(text);
  if (username !== '' || password !== '') return refuse('an address has no name and password');
  const [, before] = /^(.*)\/wh\/[^/]+/.exec(pathname) ?? [];
  if (before !== undefined) {
    return refuse(`this is a receive URL; the service is perhaps at ${origin}${before}`);
  }
  if (search !== '' || hash !== '') return refuse('an address has neither "?" nor "#"');
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/**
 * The address of a server on this machine with this port setting; `undefined` if the setting names no port: 0
 * lets the server choose, `tcp://…` is set by Kubernetes.
 * @throws {CommandFailure} if the setting is anything else that is not a port
 */
export function localAddress(port: string | undefined): string | undefined {
  if (!port || port.startsWith('tcp://') || port === '0') return undefined;
  if (/^\d{1,5}$/.test(port) && Number(port) < 65_536) return `http://127.0.0.1:${Number(port)}`;
  throw new CommandFailure(`HOOKWELL_PORT is "${port}": a port is a number up to 65535`);
}

/** Whether others on the way can read the messages to this address. */
export function isUnencrypted(address: string): boolean {
  return new URL(address).protocol === 'http:' && !isLocal(address);
}

export function warnIfUnencrypted(address: string, { note }: Pick<Surroundings, 'note'>): void {
  if (!isUnencrypted(address)) return;
  note(`hookwell: ${address} is not encrypted: what you send there can be read on the way`);
}

/** Whether the address is this machine's own. */
export function isLocal(address: string): boolean {
  return /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(new URL(address).hostname);
}

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
