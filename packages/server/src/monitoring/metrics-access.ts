import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { Config } from '../config.ts';
import { type ClientAddress, isLoopback } from '../connections/client-address.ts';

/**
 * Whether a request may see the metrics: it has the operator's token, or it comes from this very machine. A
 * connection from this machine alone says little, since two kinds of strangers have one:
 *
 * - clients behind a proxy that runs here and is not named as trusted. The headers that proxies write give them away,
 *   so any such header refuses.
 * - pages that someone on this machine has open, under a name of theirs that they let lead here (DNS rebinding). Their
 *   `Host` is that name, so the name must be one that only this machine can have. The name of the base URL will not
 *   do: behind a proxy that writes no headers strangers ask for that name.
 */
export function createMetricsAccess(
  { metricsToken, trustedProxies }: Pick<Config, 'metricsToken' | 'trustedProxies'>,
  clientAddress: ClientAddress,
): (request: IncomingMessage) => boolean {
  const isInRanges = proxyAddress.compile(trustedProxies);

  /** Whether there is no proxy, or a trusted one that named the client. */
  function isAddressKnown({ headers, socket }: IncomingMessage): boolean {
    if (!Object.keys(headers).some((name) => writtenByProxies.test(name))) return true;
    const { remoteAddress } = socket;
    return (
      remoteAddress !== undefined &&
      trustedProxies.length > 0 &&
      isInRanges(remoteAddress, 0) &&
      headers['x-forwarded-for'] !== undefined
    );
  }

  return (request) =>
    hasToken(request, metricsToken) ||
    (isLoopback(clientAddress(request)) &&
      isAddressKnown(request) &&
      ownNames.test(request.headers.host ?? ''));
}

const writtenByProxies =
  /^(?:x-forwarded(?:-.*)?|x-original-.*|forwarded|via|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.*)$/;

const ownNames = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

function hasToken({ headers }: IncomingMessage, expected: string | undefined): boolean {
  const token = /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];
  return token !== undefined && expected !== undefined && sameSecret(token, expected);
}

/** Compares hashes, so that the time it takes shows neither content nor length. */
function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
