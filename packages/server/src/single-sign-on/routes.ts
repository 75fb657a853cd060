import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { operations, type SingleSignOnProblem } from '@hookwell/core/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  AttemptLimit,
  RefusedLogins,
  readSessionCookie,
  sendSessionCookie,
} from '../accounts/public.ts';
import { ApiError } from '../api-error.ts';
import { accountName, failedLogIn, keepNote, noteEntry } from '../audit/public.ts';
import type { Config } from '../config.ts';
import { createClientAddress, networkPrefixOf } from '../connections/client-address.ts';
import { Budget, type BudgetLimits } from '../fairness/budget.ts';
import { Overloaded } from '../fairness/overloaded.ts';
import { isOwnOrigin } from '../http/cors.ts';
import type { Parts } from '../parts.ts';
import {
  type Attempt,
  beginAttempt,
  endAttempt,
  nextPath,
  noteUsed,
  readAttempt,
  sendAttempt,
} from './attempt.ts';
import { enter, signOnLifeMs } from './enter.ts';
import { type Identity, isAllowed, SignOnFailure } from './identity.ts';
import { Provider } from './provider.ts';

/** Log-ins that ask the provider at once. */
const signOnsAtOnce: BudgetLimits = {
  total: 16,
  perParty: 4,
  mostWaiting: 32,
  sentence: 'Too many log-ins wait for the identity provider',
};
/** So long one waits for its turn. */
const longestWaitMs = 5000;

/** Single sign-on by OpenID Connect. Both routes are for browsers: they answer with an address to go on at, failures too. */
export function singleSignOnRoutes(
  parts: Parts,
  settings: NonNullable<Config['oidc']>,
): FastifyPluginAsyncTypebox {
  const { config, store, clock, log, addresses, parties } = parts;
  const provider = new Provider(settings, clock);
  const attempts = new AttemptLimit(store.db, clock, config);
  const refusedLogins = new RefusedLogins(clock);
  const clientAddress = createClientAddress(config, log, addresses);
  const atOnce = new Budget(signOnsAtOnce);

  const callback = () => `${addresses.base}${operations.finishOidc.url}`;

  /** Waits for a turn of the client's network. */
  function inTurn<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    const party = parties.ofNetwork(networkPrefixOf(address));
    return atOnce.run(party, work, AbortSignal.timeout(longestWaitMs));
  }

  /** Leads on to a page or to the provider. Nobody may keep the answer. */
  function lead(reply: FastifyReply, to: string): FastifyReply {
    return reply.code(303).headers({ location: to, 'cache-control': 'no-store' }).send();
  }

  /** Leads to the log-in page, which says what is the matter. */
  function leadToLogIn(reply: FastifyReply, next: string, problem?: SingleSignOnProblem) {
    const query = new URLSearchParams({ ...(problem && { problem }), next });
    return lead(reply, `/login?${query}`);
  }

  function fail(request: FastifyRequest, reply: FastifyReply, next: string, error: unknown) {
    const failure = failureOf(error);
    if (failure.problem === 'failed') {
      request.log.error({ err: error }, 'A single sign-on failed');
    } else {
      const { account, message } = failure;
      const address = clientAddress(request.raw);
      // Who cannot help it must not look like an attacker to programs that watch for refused log-ins.
      const what = account === undefined ? 'single sign-on failed' : 'log-in refused';
      refusedLogins.tellReason(request.log, address, account ?? 'unknown', message, what);
    }
    return leadToLogIn(reply, next, failure.problem);
  }

  async function enterAs(request: FastifyRequest, identity: Identity) {
    if (!isAllowed(identity, settings.allow)) {
      throw new SignOnFailure('not-allowed', 'neither a domain nor a group that is let in');
    }
    const former = readSessionCookie(request, addresses);
    return await enter(store.db, config, identity, former, clock());
  }

  async function finish(request: FastifyRequest, reply: FastifyReply, attempt: Attempt) {
    const address = clientAddress(request.raw);
    await attempts.countAddress(address);
    if (!(await noteUsed(store.db, attempt.state, clock()))) {
      throw new SignOnFailure('late', 'the log-in was used already');
    }
    const led = new URL(callback());
    led.search = new URL(request.url, addresses.base).search;
    const identity = await inTurn(address, () => provider.identityFor(led, attempt));
    const { account, value, was, ...entry } = await enterAs(request, identity).catch((error) => {
      if (error instanceof SignOnFailure) {
        error.account = identity.email ?? identity.subject;
        if (identity.email !== undefined)
          void keepNote(parts, failedLogIn(identity.email, address));
      }
      throw error;
    });
    if (was === 'joined') {
      const joined = { account: { id: account.id }, by: accountName(account), ipAddress: address };
      await keepNote(parts, { ...joined, action: 'identity.join', subject: identity.issuer });
    }
    const action = was === 'new' ? 'account.register' : 'login';
    await noteEntry(parts, action, { account, ...entry }, address, 'single sign-on');
    store.changes.tell(account.id);
    sendSessionCookie(reply, addresses, value, signOnLifeMs);
  }

  return async (app) => {
    app.route({
      ...operations.beginOidc,
      handler: async (request, reply) => {
        const next = nextPath(request.query.next);
        // To log in may end a session and remove what an account had: no other site may begin it.
        const { 'sec-fetch-site': site, origin, host } = request.headers;
        const from = { secFetchSite: site?.toString(), origin, host };
        if (!isOwnOrigin(from, addresses.base)) return leadToLogIn(reply, next);
        const attempt = beginAttempt(next, clock());
        try {
          const to = await provider.addressFor(attempt, callback());
          sendAttempt(request, reply, addresses, attempt);
          return lead(reply, to.href);
        } catch (error) {
          return fail(request, reply, next, error);
        }
      },
    });

    app.route({
      ...operations.finishOidc,
      handler: async (request, reply) => {
        const state = new URL(request.url, addresses.base).searchParams.get('state') ?? '';
        const attempt = readAttempt(request, addresses, state, clock());
        try {
          if (attempt === undefined) {
            throw new SignOnFailure('late', 'no log-in of this browser has this state');
          }
          await finish(request, reply, attempt);
          endAttempt(reply, addresses, attempt.state);
          return lead(reply, attempt.next);
        } catch (error) {
          if (attempt !== undefined) endAttempt(reply, addresses, attempt.state);
          return fail(request, reply, attempt?.next ?? '/', error);
        }
      },
    });
  };
}

function failureOf(error: unknown): SignOnFailure {
  if (error instanceof SignOnFailure) return error;
  const isTooMany =
    error instanceof Overloaded || (error instanceof ApiError && error.code === 'tooManyRequests');
  return new SignOnFailure(isTooMany ? 'too-many' : 'failed', 'too many log-ins', { cause: error });
}
