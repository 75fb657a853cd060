import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { operations } from '@hookwell/core/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import { accountName, failedLogIn, keepNote, noteEntry } from '../audit/public.ts';
import {
  createClientAddress,
  largeNetworkPrefixOf,
  networkPrefixOf,
} from '../connections/client-address.ts';
import { callerOf } from '../http/caller.ts';
import type { Parts } from '../parts.ts';
import { AttemptLimit, RefusedLogins } from './attempt-limit.ts';
import {
  authenticateSession,
  clearSessionCookie,
  type LiveSessions,
  readSessionCookie,
  sendSessionCookie,
} from './authenticate-session.ts';
import { logIn, register } from './begin-session.ts';
import { logOut, type NewSession, refuseCrowd, startGuest } from './guests.ts';
import { createHandoff, lookAtHandoff, takeHandoff } from './handoffs.ts';
import { changePassword, deleteOwnAccount, logInMethods, toPrincipal } from './own-account.ts';
import { type NetworkPasswords, type PasswordCost, Passwords } from './passwords.ts';
import { sessionLifetimeMs } from './sessions.ts';

/** Guests, registration, logging in and out, and the account's own password and deletion. */
export function accountRoutes(
  parts: Parts,
  sessions: LiveSessions,
  passwordCost?: PasswordCost,
): FastifyPluginAsyncTypebox {
  const { config, store, clock, log, addresses } = parts;
  const passwords = new Passwords(passwordCost);
  const attempts = new AttemptLimit(store.db, clock, config);
  const refusedLogins = new RefusedLogins(clock);
  const clientAddress = createClientAddress(config, log, addresses);

  function passwordsOf(request: FastifyRequest): NetworkPasswords {
    return passwords.of(parts.parties.ofNetwork(largeNetworkPrefixOf(clientAddress(request.raw))));
  }

  async function countGuess(request: FastifyRequest, email: string): Promise<void> {
    const address = clientAddress(request.raw);
    await attempts.countAddress(address);
    await attempts.countAccount(address, email);
  }

  /** Sends the cookie of a session that may have brought a guest's endpoints. Returns the principal for the answer. */
  function enter(reply: FastifyReply, session: NewSession) {
    store.changes.tell(session.account.id);
    return begin(reply, session);
  }

  /** Sends the cookie of a new session. Returns the principal for the answer. */
  function begin(reply: FastifyReply, { account, value }: NewSession) {
    sendSessionCookie(reply, addresses, value, sessionLifetimeMs(account));
    return toPrincipal({ account, role: 'owner' });
  }

  /** Refuses before anything else is looked at. */
  async function refusePasswords(): Promise<void> {
    if (!config.passwordLogin) throw new ApiError('passwordsOff');
  }

  return async (app) => {
    app.route({
      ...operations.register,
      onRequest: refusePasswords,
      handler: async (request, reply) => {
        const { email, password } = request.body;
        await countGuess(request, email);
        const passwordHash = await passwordsOf(request).hash(password);
        const former = readSessionCookie(request, addresses);
        const registration = { email, passwordHash, plan: config.signupPlan };
        const session = await register(store.db, config, registration, former, clock());
        await noteEntry(parts, 'account.register', session, clientAddress(request.raw));
        return reply.code(201).send(enter(reply, session));
      },
    });

    app.route({
      ...operations.logIn,
      onRequest: refusePasswords,
      handler: async (request, reply) => {
        const { email } = request.body;
        const address = clientAddress(request.raw);
        const former = readSessionCookie(request, addresses);
        try {
          await countGuess(request, email);
          const own = passwordsOf(request);
          const session = await logIn(store.db, config, own, request.body, former, clock());
          await noteEntry(parts, 'login', session, address);
          return enter(reply, session);
        } catch (error) {
          refusedLogins.tell(request.log, address, email, error);
          // Nobody waits for the row, or the time of the answer would tell whether there is such an account.
          if (error instanceof ApiError && error.code === 'wrongLogin')
            void keepNote(parts, failedLogIn(email, address));
          throw error;
        }
      },
    });

    app.route({
      ...operations.startGuestSession,
      handler: async (request, reply) => {
        const present = await authenticateSession(parts, sessions, request, reply);
        if (present !== undefined) return toPrincipal(present);
        const address = clientAddress(request.raw);
        await attempts.countAddress(address);
        const network = networkPrefixOf(address);
        await refuseCrowd(store.db, network, config);
        const session = await startGuest(store.db, config, network, clock());
        return reply.code(201).send(begin(reply, session));
      },
    });

    app.route({
      ...operations.logOut,
      config: { ...operations.logOut.config, endsSession: true },
      handler: async (request, reply) => {
        const { account, credential } = callerOf(request);
        await logOut(store.db, account.id, credential.id, clock());
        clearSessionCookie(reply, addresses);
        return reply.code(204).send();
      },
    });

    app.route({
      ...operations.changePassword,
      onRequest: refusePasswords,
      handler: async (request, reply) => {
        const { account, credential } = callerOf(request);
        await countGuess(request, account.email ?? '');
        await changePassword(store.db, passwordsOf(request), account, credential.id, request.body);
        return reply.code(204).send();
      },
    });

    app.route({
      ...operations.deleteAccount,
      config: { ...operations.deleteAccount.config, endsSession: true },
      handler: async (request, reply) => {
        const { account, credential } = callerOf(request);
        // Guesses at the password count here too. Leaving is no attempt to get in, so the address is not counted.
        if (account.email !== null) {
          await attempts.countAccount(clientAddress(request.raw), account.email);
        }
        const { password } = request.body ?? {};
        const own = passwordsOf(request);
        const { id } = credential;
        const teams = await deleteOwnAccount(store.db, own, account, id, password, clock());
        // Its own rows have gone with it.
        request.audit = { subject: accountName(account), accountIds: teams };
        clearSessionCookie(reply, addresses);
        return reply.code(204).send();
      },
    });

    app.route({
      ...operations.getPrincipal,
      handler: async (request) => toPrincipal(callerOf(request)),
    });

    app.route({
      ...operations.getLogInMethods,
      handler: async (request) => await logInMethods(store.db, callerOf(request).account),
    });
  };
}

/** The ways of a session from the page into the terminal, and back. */
export function handoffRoutes(parts: Parts): FastifyPluginAsyncTypebox {
  const { config, store, clock, log, addresses } = parts;
  const attempts = new AttemptLimit(store.db, clock, config);
  const clientAddress = createClientAddress(config, log, addresses);

  return async (app) => {
    app.route({
      ...operations.createHandoff,
      handler: async (request, reply) => {
        await attempts.countAddress(clientAddress(request.raw));
        const { account, credential } = callerOf(request);
        const names = { accountId: account.id, sessionId: credential.id };
        const { code, expiresAt } = await createHandoff(store.db, names, clock());
        return reply.code(201).send({ code, expiresAt: new Date(expiresAt).toISOString() });
      },
    });

    app.route({
      ...operations.lookAtHandoff,
      handler: async (request) => {
        await attempts.countAddress(clientAddress(request.raw));
        const account = await lookAtHandoff(store.db, request.body.code, clock());
        return toPrincipal({ account, role: 'owner' });
      },
    });

    app.route({
      ...operations.takeHandoff,
      handler: async (request, reply) => {
        const address = clientAddress(request.raw);
        await attempts.countAddress(address);
        const former = readSessionCookie(request, addresses);
        const now = clock();
        const session = await takeHandoff(store.db, config, request.body, former, now);
        const { account, value, expiresAt } = session;
        await noteEntry(parts, 'session.take', session, address);
        store.changes.tell(account.id);
        sendSessionCookie(reply, addresses, value, expiresAt - now);
        return toPrincipal({ account, role: 'owner' });
      },
    });
  };
}
