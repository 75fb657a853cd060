import { CommandFailure } from '../outcome.ts';

export const defaultAddress = 'http://127.0.0.1:8080';

/**
 * The address of a service in the one form in which addresses are compared: without a slash at its end.
 * A path stays, for services that live below one.
 * @param source names where it comes from: `--url`
 * @throws CommandFailure for what cannot be the address of a service
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

/** Whether what is sent to the address can be read on the way. */
export function isUnencrypted(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname);
}
