import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { maximumSharedRequests, type NewShare, operations } from '@hookwell/core/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isGuest } from '../account-kind.ts';
import { ApiError } from '../api-error.ts';
import { exchangeOf, itsTurn } from '../connections/api-exchange.ts';
import { Budget, type BudgetLimits } from '../fairness/budget.ts';
import { callerOf } from '../http/caller.ts';
import { isUnchanged, nextLink } from '../http/header-values.ts';
import type { Parts } from '../parts.ts';
import { whileClientWaits, whileWaiting } from '../requests/public.ts';
import { type ShareLookUps, sharedHeaders } from './share-look-ups.ts';
import type { MadePage, SharedPages, Shown } from './shared-pages.ts';
import {
  createShare,
  deleteShares,
  fieldsOf,
  findSharedThing,
  findShareName,
  type LiveShare,
  listShares,
  shareName,
  toShare,
} from './shares.ts';

/** Pages of shares that are being made, by the account that shows: some dozen MiB of memory each at most. */
const pagesInTheMaking: BudgetLimits = {
  total: 8,
  perParty: 1,
  mostWaiting: 200,
  sentence: 'Too many shares are being read at once',
};

/** What is shown to others: its owner makes, lists and ends it, and strangers read it. */
export function shareRoutes(
  { store, clock, addresses, parties, unsent }: Parts,
  lookUps: ShareLookUps,
  pages: SharedPages,
): FastifyPluginAsyncTypebox {
  const inTheMaking = new Budget(pagesInTheMaking);

  /** @throws {ApiError} `registeredOnly` for guests, and as `findSharedThing` does */
  function thingOf(request: FastifyRequest<{ Body: NewShare }>) {
    const { account } = callerOf(request);
    if (isGuest(account)) throw new ApiError('registeredOnly');
    return findSharedThing(store.db, store.captures, account.id, request.body);
  }

  /** Answers with the requests of a page behind its other members, for a reader that may be slow. */
  function send(
    { method }: FastifyRequest,
    reply: FastifyReply,
    { text }: MadePage,
    others: { expiresAt?: string },
    tenant: number,
  ): FastifyReply {
    const head = Buffer.from(JSON.stringify({ ...others, requests: [] }).slice(0, -2));
    const length = head.length + text.length + end.length;
    const exchange = exchangeOf(reply.raw);
    if (exchange !== undefined) unsent.count(exchange, tenant, length);
    reply.type('application/json; charset=utf-8').header('content-length', length);
    // HEAD asks for the headers; Fastify would read all pieces for nothing.
    const pieces = method === 'HEAD' ? [] : [head, text, end];
    return reply.send(Readable.from(pieces, { objectMode: false }));
  }

  return async (app) => {
    app.route({
      ...operations.createShare,
      handler: async (request, reply) => {
        const thing = await thingOf(request);
        const caller = callerOf(request);
        const { share, secret } = await createShare(store, caller, thing, request.body, clock);
        request.audit = { subject: shareName(share, thing.endpoint) };
        return reply.code(201).send({ ...toShare(share), url: `${addresses.base}/s/${secret}` });
      },
    });

    app.route({
      ...operations.previewShare,
      config: { ...operations.previewShare.config, hasOwnTurns: true, changesNothing: true },
      handler: async (request, reply) => {
        await itsTurn(reply.raw);
        const { account } = callerOf(request);
        const tenant = parties.of(account.id);
        return await whileClientWaits(reply.raw, inTheMaking, tenant, async (client) => {
          const { endpoint, captureId } = await thingOf(request);
          const { redact, fields = [] } = request.body;
          const shown = {
            ...{ accountId: account.id, endpointId: endpoint.id, token: endpoint.token },
            ...{ captureId, settingsVersion: endpoint.settings_version, redact, fields },
          };
          const found = await pages.find(shown, { limit: maximumSharedRequests });
          return send(request, reply, await pages.make(found, client), {}, tenant);
        });
      },
    });

    app.route({
      ...operations.listShares,
      handler: async (request) => {
        const { live } = await listShares(store, callerOf(request).account.id, clock());
        return live.map(toShare);
      },
    });

    app.route({
      ...operations.deleteShare,
      handler: async (request, reply) => {
        const { account } = callerOf(request);
        const { id } = request.params;
        request.audit = { subject: await findShareName(store.db, account.id, id) };
        const deleted = await deleteShares(store.db, account.id, [id]);
        if (deleted === 0) throw new ApiError('notFound');
        return reply.code(204).send();
      },
    });

    app.route({
      ...operations.getShared,
      onRequest: async (_request, reply) => void reply.headers(sharedHeaders),
      handler: async (request, reply) => {
        await itsTurn(reply.raw);
        return await lookUps.read(request, reply, async (client) => {
          const { secret } = request.params;
          const { account_id: accountId } = await lookUps.find(request, secret);
          const shower = parties.of(accountId);
          const turn = await whileWaiting(client, inTheMaking.acquire(shower, 1, client));
          try {
            // It may have ended while this waited for its turn.
            const share = await lookUps.find(request, secret);
            const words = new ShareWords(share.token, share.secret_hash);
            const { limit = maximumSharedRequests } = request.query;
            const before = captureBefore(words, request.query.before);
            const found = await pages.find(shownBy(share), { limit, before });
            const etag = words.etag(share.expires_at, found.rulesKey, found.ids, found.more);
            if (isUnchanged(request.headers['if-none-match'], etag))
              return reply.code(304).header('etag', etag).send();
            const made = await pages.make(found, client);
            // The request was removed since the share was found.
            if (share.capture_id !== null && made.count < found.ids.length)
              throw new ApiError('notFound');
            reply.header('etag', etag);
            if (made.through !== undefined) {
              const address = `${addresses.base}/api/shared/${secret}`;
              reply.header('link', nextLink(address, { limit }, words.place(made.through)));
            }
            const expiresAt = new Date(share.expires_at).toISOString();
            return send(request, reply, made, { expiresAt }, lookUps.partyOf(request));
          } finally {
            turn.release();
          }
        });
      },
    });
  };
}

/** @throws {ApiError} `invalidInput` if it is no place of this share */
function captureBefore(words: ShareWords, place: string | undefined): number | undefined {
  if (place === undefined) return undefined;
  const id = words.captureAt(place);
  if (id === undefined)
    throw new ApiError('invalidInput', { sentence: 'before is no place of this share' });
  return id;
}

const end = Buffer.from(']}');

function shownBy(share: LiveShare): Shown {
  return {
    accountId: share.account_id,
    endpointId: share.endpoint_id,
    captureId: share.capture_id ?? undefined,
    token: share.token,
    settingsVersion: share.settings_version,
    redact: share.redact,
    fields: fieldsOf(share),
  };
}

/**
 * Writes for the readers of one share what is made of ids, so that it tells no id. The key is the token of the endpoint, which no
 * reader knows, on every node the same.
 */
class ShareWords {
  readonly #token: string;
  readonly #share: string;
  readonly #key: Buffer;

  constructor(token: string, secretHash: string) {
    this.#token = token;
    this.#share = secretHash;
    this.#key = this.#digest('places').subarray(0, 16);
  }

  /** The `before` of a page that goes on below this capture: one block of AES. */
  place(captureId: number): string {
    const block = Buffer.alloc(16);
    block.writeBigUInt64BE(BigInt(captureId), 8);
    const cipher = createCipheriv('aes-128-ecb', this.#key, null).setAutoPadding(false);
    return cipher.update(block).toString('base64url');
  }

  /** The capture of a place; `undefined` if it is none of this share. */
  captureAt(place: string): number | undefined {
    if (!/^[\w-]{22}$/.test(place)) return undefined;
    const decipher = createDecipheriv('aes-128-ecb', this.#key, null).setAutoPadding(false);
    const block = decipher.update(Buffer.from(place, 'base64url'));
    const id = block.readBigUInt64BE(8);
    return block.readBigUInt64BE(0) === 0n && id <= Number.MAX_SAFE_INTEGER
      ? Number(id)
      : undefined;
  }

  /** The validator of a page, by all that decides about what it shows. */
  etag(...facts: readonly unknown[]): string {
    return `"${this.#digest(JSON.stringify(facts)).toString('base64url').slice(0, 22)}"`;
  }

  #digest(text: string): Buffer {
    return createHmac('sha256', this.#token).update(`${this.#share} ${text}`).digest();
  }
}
