import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Addresses, Parts } from '../parts.ts';

/**
 * Sets the headers that fit every answer; routes that need others replace them. To be called on the root
 * before any route is added.
 */
export function registerSecurityHeaders(
  app: FastifyInstance,
  parts: Pick<Parts, 'addresses'>,
): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      ...(isPersonal(request) ? { 'cache-control': 'no-store' } : {}),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "frame-ancestors 'none'",
      'referrer-policy': 'same-origin',
      ...strictTransport(parts.addresses),
    });
  });
}

/**
 * Whether the answer, a refusal too, is for the caller alone: its route takes a credential or hands one out. No
 * browser and no proxy may keep it (RFC 9111, 5.2.2.5); a cache does not know that the answer depends on a cookie.
 */
function isPersonal(request: FastifyRequest): boolean {
  if (request.is404) return false;
  const { credentials, changes } = request.routeOptions.config;
  return credentials !== 'none' || changes === true;
}

/** A page as its headers depend on it. */
interface ServedPage {
  addresses: Addresses;
  /** The nonce that its scripts and styles have; a file that is no page has none. */
  nonce?: string;
  /** The host by which the browser asked for it, for a page that starts workers. */
  host?: string | undefined;
}

/**
 * A nonce for one response (CSP level 3, 7.1). Our pages name their code by it and not by its address: behind a proxy the host
 * may be hidden, and below a receive URL of the same origin anybody may have a script served.
 */
export function newNonce(): string {
  return randomBytes(16).toString('base64url');
}

/** The headers of our own pages: only our own files, no inline code, no frame around them. */
export function pageHeaders(page: ServedPage): Record<string, string> {
  // The test request goes to the receive URL. Its origin is named even if it is the base URL's: the page may
  // have been opened under another name of this host.
  return headersOfPage(page, new URL(page.addresses.receiveBase).origin);
}

/** The headers of the page that sends a captured request on, to any address that its user types. */
export function resendPageHeaders(page: ServedPage): Record<string, string> {
  return headersOfPage(page, 'http: https:');
}

/** The headers of the page that shows what is shared: it talks to this service alone. */
export function sharePageHeaders(page: ServedPage): Record<string, string> {
  return headersOfPage(page);
}

function headersOfPage(
  { addresses, nonce, host }: ServedPage,
  connectTo?: string,
): Record<string, string> {
  // A script of ours that runs as a worker has the policy of its own file, and workers know no nonces.
  const own = nonce === undefined ? "'self'" : `'nonce-${nonce}'`;
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${own}`,
      `style-src ${own}`,
      // Previews of captured images are made from bytes that the page has.
      "img-src 'self' blob:",
      `connect-src 'self'${connectTo === undefined ? '' : ` ${connectTo}`}`,
      // Workers have no nonce: they are named by their address. Where a proxy hides the host, the page does without.
      `worker-src ${host === undefined ? "'none'" : ownFiles(addresses, host, ['/assets/'])}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-resource-policy': 'same-origin',
    ...openerPolicy(addresses),
  };
}

/** HSTS (RFC 6797) for a year. Browsers ignore it over plain http. Subdomains may belong to others. */
function strictTransport(addresses: Addresses): Record<string, string> {
  return isSecure(addresses) ? { 'strict-transport-security': 'max-age=31536000' } : {};
}

/** On plain http browsers ignore the policy, and warn of it unless the host is a loopback one. */
function openerPolicy(addresses: Addresses): Record<string, string> {
  return isSecure(addresses) ? { 'cross-origin-opener-policy': 'same-origin' } : {};
}

/** Whether browsers reach this service over TLS. */
export function isSecure(addresses: Addresses): boolean {
  return addresses.base.startsWith('https:');
}

/** A host of a source (CSP level 3, 2.3.1): names and IPv4 addresses with or without a port, no IPv6 addresses. */
const sourceHost = /^([\w-]+(?:\.[\w-]+)*\.?)(:\d+)?$/;

/**
 * Sources of a content security policy that are files of ours and nothing else of this origin: below a receive URL
 * anybody may have a file of any type served. A path that ends with a slash stands for everything below it.
 *
 * Hosts are named without their scheme, which is that of the page. They are the host by which the browser asked, and that
 * of the base URL, in case a proxy hides it. An IPv6 address cannot be written in a policy: there it is the whole origin.
 */
function ownFiles(
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
