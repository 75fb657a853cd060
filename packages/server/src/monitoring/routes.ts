import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errorCatalogue, operations } from '@hookwell/core/api';
import { ApiError } from '../api-error.ts';
import type { Config } from '../config.ts';
import { type ClientAddress, isLoopback } from '../connections/client-address.ts';
import { StoreFull } from '../database/errors.ts';
import type { Parts } from '../parts.ts';

/** Tells whether the process lives and whether it can store, and gives its figures. */
export function monitoringRoutes(
  parts: Parts,
  clientAddress: ClientAddress,
): FastifyPluginAsyncTypebox {
  const checkReady = createReadiness(parts);
  const maySeeMetrics = createMetricsAccess(parts.config, clientAddress);
  parts.metrics.storeShare.read = () => parts.store.usedShare();
  return async (app) => {
    app.route({ ...operations.getHealth, handler: async () => ({ status: 'ok' as const }) });

    app.route({
      ...operations.getReadiness,
      handler: async ({ query }) => {
        const status = await checkReady();
        // The sentence is that of receive URLs, which answer 507.
        if (status === 'full' && query.full !== 'ok')
          throw new ApiError('unavailable', { sentence: errorCatalogue.storeFull.sentence });
        return { status };
      },
    });

    app.route({
      ...operations.getMetrics,
      handler: async (request, reply) => {
        // To all others this route looks like one that does not exist.
        if (!maySeeMetrics(request.raw)) throw new ApiError('notFound');
        return reply
          .type(parts.metrics.registry.contentType)
          .header('cache-control', 'no-store')
          .send(await parts.metrics.registry.metrics());
      },
    });
  };
}

/** One answer serves all that ask for so long. */
const answerLifeMs = 1000;

/** The store takes captures, or is at its size limit and works otherwise. */
type Readiness = 'ready' | 'full';

/**
 * Gives a check that rejects while the store takes no write at all, with the reason in its sentence. Each check is a
 * real, durable write, so there is at most one a second, however often it is asked for.
 */
function createReadiness(parts: Pick<Parts, 'store'>): () => Promise<Readiness> {
  let latest: Promise<Readiness> | undefined;
  let askedAt = 0;
  return () => {
    // The time of day may be set back by hours.
    const now = performance.now();
    if (latest === undefined || now - askedAt >= answerLifeMs) {
      latest = parts.store.checkWritable().then(() => 'ready', fullOrAway);
      askedAt = now;
    }
    return latest;
  };
}

function fullOrAway(error: unknown): Readiness {
  if (error instanceof StoreFull) return 'full';
  throw error;
}

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
function createMetricsAccess(
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
