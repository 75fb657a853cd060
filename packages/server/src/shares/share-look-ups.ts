import type { FastifyReply, FastifyRequest } from 'fastify';
import { AttemptLimit } from '../accounts/public.ts';
import { ApiError } from '../api-error.ts';
import { type ClientAddress, networkPrefixOf } from '../connections/client-address.ts';
import { Budget, type BudgetLimits, type Client } from '../fairness/budget.ts';
import type { Parts } from '../parts.ts';
import { whileClientWaits } from '../requests/public.ts';
import { findShare, type LiveShare } from './shares.ts';

/** Reads of shares by one network: so many at once. What all of them together may do is bounded by the accounts of the shares. */
const readsOfNetwork: BudgetLimits = {
  total: Number.POSITIVE_INFINITY,
  perParty: 4,
  mostWaiting: 200,
  sentence: 'Too many shares are being read at once',
};

/** Of every answer to whoever has, or seems to have, the address of a share. */
export const sharedHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/** Finds shares for strangers. */
export class ShareLookUps {
  readonly reads = new Budget(readsOfNetwork);
  readonly #parts: Pick<Parts, 'store' | 'clock' | 'parties'>;
  readonly #attempts: AttemptLimit;
  readonly #clientAddress: ClientAddress;

  constructor(
    parts: Pick<Parts, 'store' | 'clock' | 'config' | 'parties'>,
    clientAddress: ClientAddress,
  ) {
    this.#parts = parts;
    this.#attempts = new AttemptLimit(parts.store.db, parts.clock, parts.config);
    this.#clientAddress = clientAddress;
  }

  /** The party that reads: a network. */
  partyOf(request: FastifyRequest): number {
    return this.#parts.parties.ofNetwork(networkPrefixOf(this.#clientAddress(request.raw)));
  }

  /** Reads a share for a client, within what its network may read at once. */
  read<Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (client: Client) => Promise<Result>,
  ): Promise<Result> {
    return whileClientWaits(reply.raw, this.reads, this.partyOf(request), work);
  }

  /**
   * The live share of a secret. Whatever has ended is as unknown as what never was.
   * @throws {ApiError} `notFound` if there is none, `tooManyRequests` after too many wrong secrets from this address
   */
  async find(request: FastifyRequest, secret: string): Promise<LiveShare> {
    const share = await this.#findLive(secret);
    if (share !== undefined) return share;
    await this.#attempts.countWrongSecret(this.#clientAddress(request.raw));
    throw new ApiError('notFound');
  }

  async #findLive(secret: string): Promise<LiveShare | undefined> {
    const { store, clock } = this.#parts;
    const share = await findShare(store.db, secret, clock());
    if (share?.capture_id == null) return share;
    const capture = await store.captures.readOne(share.account_id, share.capture_id, 0);
    return capture && share;
  }
}
