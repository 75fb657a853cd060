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
