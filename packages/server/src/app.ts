import { randomUUID } from 'node:crypto';
import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { PasswordCost } from './accounts/passwords.ts';
import { authenticateSession, endedCredentials, liveSessions } from './accounts/public.ts';
import { accountRoutes, handoffRoutes } from './accounts/routes.ts';
import { answerRoutes } from './answers/routes.ts';
import { auditChanges, auditRoutes } from './audit/routes.ts';
import { billingRoutes } from './billing/routes.ts';
import type { Config } from './config.ts';
import { exchangeOf, toNode } from './connections/api-exchange.ts';
import { createClientAddress } from './connections/client-address.ts';
import type { ClientTimes, Handler } from './connections/connection.ts';
import { Connections } from './connections/connections.ts';
import { descriptorLimit } from './connections/descriptors.ts';
import {
  defaultClientTimes,
  HttpServer,
  Listener,
  splitPlanes,
} from './connections/http-server.ts';
import { endpointRoutes } from './endpoints/routes.ts';
import { Budget } from './fairness/budget.ts';
import { Parties } from './fairness/parties.ts';
import { UnsentBodies } from './fairness/unsent-bodies.ts';
import { homeRoutes } from './home/routes.ts';
import { commandPackageRoutes } from './home/served-files.ts';
import { apiDescription } from './http/api-document.ts';
import { allowOtherOrigins } from './http/cors.ts';
import { requireCredentials, requireHandlers } from './http/credentials.ts';
import {
  frameworkErrors,
  registerErrorHandling,
  registerMethodNotAllowed,
} from './http/error-handling.ts';
import { mostApiBodyBytes, registerRequestBodies } from './http/request-body.ts';
import { registerRequestLog } from './http/request-log.ts';
import { registerSecurityHeaders } from './http/security-headers.ts';
import { serializerCompiler, validatorCompiler } from './http/validation.ts';
import { waitInTurn, writeTurns } from './http/waiting-changes.ts';
import { authenticateKey } from './keys/public.ts';
import { keyRoutes } from './keys/routes.ts';
import { OpenReads } from './live/ended-reads.ts';
import { createLiveRoutes } from './live/routes.ts';
import { findMembership } from './members/memberships.ts';
import type { Metrics } from './metrics.ts';
import { monitoringRoutes } from './monitoring/routes.ts';
import type { Addresses, Clock, Parts } from './parts.ts';
import { refuse } from './receive/answers.ts';
import { ContractValidation } from './receive/contract-validation.ts';
import { createReceivePlane } from './receive/receive-plane.ts';
import { Replies } from './receive/replies.ts';
import { RefusalLog } from './refusal-log/refusal-log.ts';
import { CaptureReads } from './requests/capture-reads.ts';
import { requestRoutes } from './requests/routes.ts';
import { Responders } from './responders/responders.ts';
import { WaitingSenders } from './responders/waiting-senders.ts';
import type { OverflowBounds } from './retention/overflow.ts';
import { startRetention } from './retention/retention.ts';
import type { Secrets } from './secrets/secrets.ts';
import { serviceRoutes } from './service/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { shapeRoutes } from './shapes/routes.ts';
import { Shapes } from './shapes/shapes.ts';
import { ShareLookUps } from './shares/public.ts';
import { shareRoutes } from './shares/routes.ts';
import { SharedPages } from './shares/shared-pages.ts';
import type { Store } from './store/store.ts';
import { teamRoutes } from './teams/routes.ts';
import { WorkerPool } from './workers/pool.ts';

/** The parts that `main.ts` and tests make. */
export interface GivenParts {
  store: Store;
  secrets: Secrets;
  log: Logger;
  metrics: Metrics;
  clock: Clock;
  times?: ClientTimes;
  heartbeatMs?: number;
  /** The time between two checks of the credentials and endpoints of open streams, and of long answers. */
  streamCheckMs?: number;
  overflowBounds?: OverflowBounds;
  /** Of new hashes. */
  passwordCost?: PasswordCost;
  /** The address of the folder with the dashboard's builds; by default the one of this repository. */
  dashboard?: URL;
  /** The address of the folder with the packed command's builds; by default the one of this repository. */
  command?: URL;
}

export interface App {
  /** Resolves once the server listens, with the dashboard's address and the port on this machine. */
  listen(): Promise<{ dashboard: string; port: number }>;
  /** Resolves once the server listens for a tunnel as well, with the port that it has to lead to. */
  listenForTunnel(): Promise<number>;
  /** Gives the receive URLs the public address of the tunnel; without one, the address that they had before it. */
  useTunnel(publicAddress: string | undefined): void;
  /** Stops accepting, answers the accepted requests, ends the streams, then closes the store. */
  close(): Promise<void>;
}

/** A stop waits for so long for a database that does not answer. */
const storeDeadlineMs = 5000;
/** A stop waits for so long for requests under way: after the first deadline, so that they can still be refused. */
const drainDeadlineMs = 6000;

/** The whole service, put together. */
export async function createApp(config: Config, given: GivenParts): Promise<App> {
  const { store, secrets, log, metrics, clock } = given;
  const addresses = addressesAt(config, config.port);
  const parts: Parts = {
    ...{ config, store, secrets, clock, log, metrics, addresses },
    parties: new Parties(),
    unsent: new UnsentBodies(),
    writes: new Budget(writeTurns),
  };
  let closing = false;

  const clientAddress = createClientAddress(config, log, addresses);
  const retention = startRetention(parts, given.overflowBounds);
  const connections = new Connections(descriptorLimit(), parts);
  const responders = new Responders(parts);
  const senders = new WaitingSenders(parts);
  const pool = new WorkerPool(parts.log);
  const validation = new ContractValidation(parts, pool);
  const replies = new Replies(parts, connections, responders, senders, pool, validation);
  const refusalLog = new RefusalLog({ db: store.db, log });
  const receivePlane = createReceivePlane(parts, clientAddress, retention, replies, refusalLog);
  const reads = new CaptureReads(parts, pool);
  const shapes = new Shapes(parts, reads, pool);
  const lookUps = new ShareLookUps(parts, clientAddress);
  const sharedPages = new SharedPages(parts, pool);
  const live = createLiveRoutes(parts, reads, connections, responders, {
    heartbeatMs: given.heartbeatMs,
    checkMs: given.streamCheckMs,
  });

  const logger: FastifyBaseLogger = log;
  const api = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: mostApiBodyBytes,
    frameworkErrors,
  });
  api.setValidatorCompiler(validatorCompiler);
  api.setSerializerCompiler(serializerCompiler);
  api.addHook('onSend', async ({ caller }, { raw }, payload) => {
    const exchange = exchangeOf(raw);
    if (exchange === undefined) return;
    if (closing) exchange.req.connection.endWith(exchange);
    if (caller === undefined || !(typeof payload === 'string' || payload instanceof Uint8Array))
      return;
    parts.unsent.count(exchange, parts.parties.of(caller.account.id), payload.length);
  });
  registerRequestLog(api);
  registerSecurityHeaders(api, parts);
  registerErrorHandling(api);
  registerMethodNotAllowed(api);
  allowOtherOrigins(api);
  const sessions = liveSessions(parts);
  requireCredentials(api, parts, {
    session: (request, reply) => authenticateSession(parts, sessions, request, reply),
    key: (secret) => authenticateKey(parts, secret),
    hasEnded: async (credential) =>
      (await endedCredentials(store.db, clock(), [credential])).length > 0,
    membership: (...names) => findMembership(store.db, ...names),
  });
  requireHandlers(api, config.oidc === undefined ? ['beginOidc', 'finishOidc'] : []);
  const openReads = new OpenReads(parts, given.streamCheckMs);
  openReads.watch(api);
  auditChanges(api, parts, clientAddress);
  const refuseWaiting = waitInTurn(api, parts, clientAddress);
  registerRequestBodies(api);

  await api.register(apiDescription(parts));
  await api.register(endpointRoutes(parts));
  await api.register(requestRoutes(parts, reads, refusalLog));
  await api.register(shapeRoutes(parts, shapes));
  await api.register(shareRoutes(parts, lookUps, sharedPages));
  await api.register(answerRoutes(parts, reads, senders));
  await api.register(settingsRoutes(parts, reads, validation));
  await api.register(live.routes);
  await api.register(accountRoutes(parts, sessions, given.passwordCost));
  await api.register(handoffRoutes(parts));
  if (config.oidc !== undefined) {
    // Few services have one.
    const { singleSignOnRoutes } = await import('./single-sign-on/routes.ts');
    await api.register(singleSignOnRoutes(parts, config.oidc));
  }
  await api.register(keyRoutes(parts));
  await api.register(teamRoutes(parts));
  await api.register(auditRoutes(parts));
  await api.register(billingRoutes(parts));
  await api.register(serviceRoutes(parts));
  await api.register(monitoringRoutes(parts, clientAddress));
  await api.register(homeRoutes(parts, lookUps, given.dashboard));
  await api.register(commandPackageRoutes(given.command));
  await api.ready();

  const toApi: Handler = (request, response) => {
    const given = toNode(request, response);
    api.routing(given.request, given.response);
  };
  const server = new HttpServer(
    {
      handler: splitPlanes(addresses, {
        receive: receivePlane.receive,
        api: toApi,
        nowhere: (request, response) => refuse(request, response, 'notFound'),
      }),
      maxBodyBytes: config.maxBodyBytes,
      times: given.times ?? defaultClientTimes,
      refused: receivePlane.refusedHead,
    },
    (connection) => connections.add(connection),
  );
  const listener = new Listener((socket) => server.accept(socket));

  async function listen(): Promise<{ dashboard: string; port: number }> {
    const port = await listener.listen(config);
    connections.startCounting();
    Object.assign(addresses, addressesAt(config, port));
    return { dashboard: addresses.base, port };
  }

  async function listenForTunnel(): Promise<number> {
    const port = await listener.listenWithin();
    addresses.tunnel = { port };
    return port;
  }

  function useTunnel(publicAddress: string | undefined): void {
    addresses.receiveBase = publicAddress ?? addresses.base;
    const { tunnel } = addresses;
    if (tunnel === undefined) return;
    addresses.tunnel =
      publicAddress === undefined
        ? { port: tunnel.port }
        : { port: tunnel.port, host: new URL(publicAddress).hostname };
  }

  async function close(): Promise<void> {
    closing = true;
    receivePlane.closing();
    openReads.close();
    replies.stop();
    const closed = listener.close();
    await live.close();
    server.stop();
    const givenUp = setTimeout(() => {
      refuseWaiting();
      store.giveUp();
    }, storeDeadlineMs);
    const cut = setTimeout(() => server.closeAll(), drainDeadlineMs);
    await Promise.all([closed, retention.close()]);
    server.close();
    connections.stopCounting();
    // What waits for a thread fails then, and its notes are written.
    await pool.close();
    await replies.close();
    await refusalLog.close();
    await responders.close();
    clearTimeout(cut);
    clearTimeout(givenUp);
    await api.close();
    await store.close();
  }

  return { listen, listenForTunnel, useTunnel, close };
}

function addressesAt(config: Config, port: number): Addresses {
  const wildcard = config.host === '0.0.0.0' || config.host === '::';
  const host = wildcard
    ? 'localhost'
    : config.host.includes(':')
      ? `[${config.host}]`
      : config.host;
  const base = config.baseUrl ?? `http://${host}:${port}`;
  return { base, receiveBase: config.receiveBaseUrl ?? base };
}
