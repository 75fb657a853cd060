import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Addresses, Parts } from '../parts.ts';

/**
 * Puts on every answer what fits every answer; a route that needs more sets its own values over these.
 * Call this on the root before any route is added.
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
 * Whether the answer, be it a refusal, is for the caller alone: it takes a credential, or hands one out. No browser
 * and no proxy is to keep it (RFC 9111, 5.2.2.5); a cache does not know by itself that a cookie was what decided.
 */
function isPersonal(request: FastifyRequest): boolean {
  if (request.is404) return false;
  const { credentials, changes } = request.routeOptions.config;
  return credentials !== 'none' || changes === true;
}

/** The headers of our own pages: nothing but our own files, no inline code, no frame around them. */
export function pageHeaders(addresses: Addresses): Record<string, string> {
  // The test request goes to the receive URL. Named even where it should be our own origin: the page may
  // have been opened under another name of this host.
  return headersOfPage(addresses, new URL(addresses.receiveBase).origin);
}

/** Those of the page that sends a captured request on, to whatever address its user types. */
export function resendPageHeaders(addresses: Addresses): Record<string, string> {
  return headersOfPage(addresses, 'http: https:');
}

function headersOfPage(addresses: Addresses, connectTo: string): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      // Previews of captured images are made from bytes that the page has.
      "img-src 'self' blob:",
      `connect-src 'self' ${connectTo}`,
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-resource-policy': 'same-origin',
    ...openerPolicy(addresses),
  };
}

/** HSTS (RFC 6797), for a year. Over plain http it would mean nothing; subdomains are not ours to bind. */
function strictTransport(addresses: Addresses): Record<string, string> {
  return isSecure(addresses) ? { 'strict-transport-security': 'max-age=31536000' } : {};
}

/** On plain http browsers ignore the policy, and complain of it wherever the host is not a loopback one. */
function openerPolicy(addresses: Addresses): Record<string, string> {
  return isSecure(addresses) ? { 'cross-origin-opener-policy': 'same-origin' } : {};
}

function isSecure(addresses: Addresses): boolean {
  return addresses.base.startsWith('https:');
}
