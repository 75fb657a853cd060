import { isGuest } from '../account-kind.ts';
import { ApiError } from '../api-error.ts';
import type { Config } from '../config.ts';
import { networkOf } from '../connections/client-address.ts';
import type { Connections } from '../connections/connections.ts';
import { Tally } from '../fairness/tally.ts';
import type { Caller } from '../http/caller.ts';
import type { Parts } from '../parts.ts';

/**
 * The streams of one address, of all accounts together: so many times those of a registered account, for all the
 * people behind one address, and at most this share of the descriptors.
 */
const accountsPerAddress = 5;
const addressShare = 1 / 2;

/** For clients that are refused: streams end seldom. */
const retryAfterSeconds = 10;

/**
 * Limits the live streams of this node: for each account, for each address (IPv6 by /64), and in total, to as many
 * as leave descriptors for captures.
 */
export class StreamLimits {
  readonly #perAccount: Config['streamsPerAccount'];
  readonly #connections: Pick<Connections, 'limit' | 'hold'>;
  readonly #metrics: Parts['metrics'];
  readonly #parties: Parts['parties'];
  readonly #byAccount = new Tally<number>();
  readonly #byNetwork = new Tally<string>();

  constructor(
    { config, metrics, parties }: Pick<Parts, 'config' | 'metrics' | 'parties'>,
    connections: Pick<Connections, 'limit' | 'hold'>,
  ) {
    this.#perAccount = config.streamsPerAccount;
    this.#connections = connections;
    this.#metrics = metrics;
    this.#parties = parties;
  }

  /**
   * Counts one more stream. The result counts it off, to be called once. `close` is called if others need its connection.
   * @throws {ApiError} `tooManyStreams` if its account or address has too many, `noRoomForStream` if the node has
   */
  add(
    account: Pick<Caller['account'], 'id' | 'kind' | 'email'>,
    address: string,
    close: () => void,
  ): () => void {
    // Free teams count with whoever founded them; guests of one network each for themselves.
    const { kind } = account;
    const id = kind === 'team' ? this.#parties.of(account.id) : account.id;
    const most = isGuest(account) ? this.#perAccount.guest : this.#perAccount.registered;
    if (this.#byAccount.of(id) >= most) {
      throw this.#refusal(
        'account',
        `This account has ${most} live streams open here, as many as it may: close one, or share one among its readers`,
      );
    }
    const network = networkOf(address);
    const ofNetwork = this.#byNetwork.of(network);
    if (ofNetwork >= this.#perAddress) {
      throw this.#refusal(
        'address',
        `Your address has ${ofNetwork} live streams open here, as many as it may`,
      );
    }
    const held = this.#connections.hold(this.#parties.of(account.id), () => {
      this.#metrics.connectionsClosed.inc({ reason: 'stream' });
      close();
    });
    if (held === undefined) throw this.#refusal('descriptors');
    this.#byAccount.add(id, 1);
    this.#byNetwork.add(network, 1);
    return () => {
      held.release();
      this.#byAccount.add(id, -1);
      this.#byNetwork.add(network, -1);
    };
  }

  get #perAddress(): number {
    const ofAccounts = accountsPerAddress * this.#perAccount.registered;
    return Math.min(ofAccounts, Math.floor(addressShare * this.#connections.limit));
  }

  #refusal(reason: 'account' | 'address' | 'descriptors', sentence?: string): ApiError {
    this.#metrics.streamsRefused.inc({ reason });
    return sentence === undefined
      ? new ApiError('noRoomForStream', { retryAfterSeconds })
      : new ApiError('tooManyStreams', { sentence, retryAfterSeconds });
  }
}
