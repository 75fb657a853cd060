import type { Addresses } from '../parts.ts';

/** A host of a source (CSP level 3, 2.3.1): names and IPv4 addresses with or without a port, no IPv6 addresses. */
const sourceHost = /^([\w-]+(?:\.[\w-]+)*\.?)(:\d+)?$/;

/**
 * Sources of a content security policy that are files of ours and nothing else of this origin: below a receive URL
 * anybody may have a file of any type served. A path that ends with a slash stands for everything below it.
 *
 * Hosts are named without their scheme, which is that of the page. They are the host by which the browser asked, and that
 * of the base URL, in case a proxy hides it. An IPv6 address cannot be written in a policy: there it is the whole origin.
 */
export function ownFiles(
  addresses: Addresses,
  requestHost: string | undefined,
  paths: readonly string[],
): string {
  const hosts = [requestHost, URL.parse(addresses.base)?.host].map(asSource);
  const [asked] = hosts;
  const named = new Set(hosts.filter((host) => host !== undefined));
  const sources = [...named].flatMap((host) => paths.map((path) => `${host}${path}`));
  return (asked === undefined ? ["'self'", ...sources] : sources).join(' ');
}

/** Some proxies leave the port out, so a host without one stands for all of its ports. */
function asSource(host = ''): string | undefined {
  const [, name, port = ':*'] = sourceHost.exec(host) ?? [];
  return name === undefined ? undefined : `${name}${port}`;
}
