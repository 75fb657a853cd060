import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Budget, type BudgetLimits } from '../fairness/budget.ts';

export interface PasswordCost {
  /** In KiB. */
  memory: number;
  passes: number;
  parallelism: number;
}

/** The cost of a new hash. Stored hashes name their own cost, so this one may change at any time. */
const currentCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

/**
 * Hashes are computed two at once, since one takes a core for about 20 ms and more would starve all other work: one for each network, so that
 * none shuts out the log-ins of others.
 */
const hashesAtOnce: BudgetLimits = {
  total: 2,
  perParty: 1,
  mostWaiting: 16,
  sentence: 'Too many passwords are being checked, try again in a moment',
};

const deriveKey = promisify(argon2);

/** The hashes and checks that one network asks for. */
export type NetworkPasswords = Pick<Passwords, 'hash' | 'verify' | 'isOutdated'>;

/**
 * Hashes and checks passwords with argon2id (RFC 9106), off the event loop and a few at a time. Hashes
 * are PHC strings: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`.
 */
export class Passwords {
  readonly #atOnce = new Budget(hashesAtOnce);
  readonly #cost: PasswordCost;
  /** Is checked if there is no account, so that a missing account takes as long as a wrong password. */
  readonly #hashOfNobody: string;
  #derivations = 0;

  /** @param cost of a new hash */
  constructor(cost = currentCost) {
    this.#cost = cost;
    this.#hashOfNobody = format(cost, randomBytes(saltBytes), randomBytes(hashBytes));
  }

  /** The number of hashes that were computed so far. */
  get derivations(): number {
    return this.#derivations;
  }

  /** The same for a network, by the number of its party. */
  of(network: number): NetworkPasswords {
    return {
      hash: (password) => this.hash(password, network),
      verify: (password, stored) => this.verify(password, stored, network),
      isOutdated: (stored) => this.isOutdated(stored),
    };
  }

  /** @throws {Overloaded} if too many wait already */
  async hash(password: string, network = 0): Promise<string> {
    const salt = randomBytes(saltBytes);
    const hash = await this.#derive(password, salt, hashBytes, this.#cost, network);
    return format(this.#cost, salt, hash);
  }

  /**
   * Whether it is the password of the hash. Without a hash it never is, and the check costs the same.
   * @throws {Overloaded} if too many wait already
   */
  async verify(password: string, stored: string | null | undefined, network = 0): Promise<boolean> {
    const { cost, salt, hash } = parse(stored ?? this.#hashOfNobody);
    const derived = await this.#derive(password, salt, hash.length, cost, network);
    return timingSafeEqual(derived, hash) && typeof stored === 'string';
  }

  /** Whether a hash has another cost than a new one. */
  isOutdated(stored: string): boolean {
    const { memory, passes, parallelism } = parse(stored).cost;
    return (
      memory !== this.#cost.memory ||
      passes !== this.#cost.passes ||
      parallelism !== this.#cost.parallelism
    );
  }

  #derive(
    password: string,
    salt: Buffer,
    length: number,
    cost: PasswordCost,
    network: number,
  ): Promise<Buffer> {
    return this.#atOnce.run(network, () => {
      this.#derivations++;
      const parameters: Argon2Parameters = {
        // Keyboards compose accented letters differently; the password is the same.
        message: password.normalize('NFC'),
        nonce: salt,
        tagLength: length,
        ...cost,
      };
      return deriveKey('argon2id', parameters);
    });
  }
}

function format(cost: PasswordCost, salt: Buffer, hash: Buffer): string {
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parse(stored: string): { cost: PasswordCost; salt: Buffer; hash: Buffer } {
  const [, memory, passes, parallelism, salt, hash] = phc.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) {
    throw new Error('A stored password hash is not an argon2id PHC string');
  }
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

/** PHC strings have no padding. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
