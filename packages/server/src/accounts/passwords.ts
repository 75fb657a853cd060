import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ApiError } from '../http/api-error.ts';

interface Cost {
  /** KiB. */
  memory: number;
  passes: number;
  parallelism: number;
}

/** What a new hash costs. Stored hashes name their own cost, so these may change at any time. */
const currentCost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

/** A hash takes a core for about 20 ms: more at once would starve everything else. */
const atOnce = 2;
/** Who would have to wait longer than for these is told to come back: a second or so. */
const waitingAtMost = 64;

const deriveKey = promisify(argon2);

/**
 * Hashes and checks passwords with argon2id (RFC 9106), off the event loop and a few at a time. Hashes
 * are PHC strings: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`. Rejects with `overloaded` where
 * too many wait already.
 */
export class Passwords {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  /** Compared with where there is no account, so that its absence takes as long as a wrong password. */
  readonly #nobody = format(currentCost, randomBytes(saltBytes), randomBytes(hashBytes));
  #derivations = 0;

  /** How many hashes were computed so far. */
  get derivations(): number {
    return this.#derivations;
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(saltBytes);
    return format(currentCost, salt, await this.#derive(password, salt, hashBytes, currentCost));
  }

  /** Whether it is the password of the hash. Without a hash it never is, and costs the same. */
  async verify(password: string, stored: string | null | undefined): Promise<boolean> {
    const { cost, salt, hash } = parse(stored ?? this.#nobody);
    const derived = await this.#derive(password, salt, hash.length, cost);
    return timingSafeEqual(derived, hash) && typeof stored === 'string';
  }

  /** Whether a hash costs something else than a new one would. */
  isOutdated(stored: string): boolean {
    const { memory, passes, parallelism } = parse(stored).cost;
    return (
      memory !== currentCost.memory ||
      passes !== currentCost.passes ||
      parallelism !== currentCost.parallelism
    );
  }

  async #derive(password: string, salt: Buffer, length: number, cost: Cost): Promise<Buffer> {
    await this.#turn();
    try {
      this.#derivations++;
      const parameters: Argon2Parameters = {
        // Keyboards differ in how they compose an accented letter; it is the same password.
        message: password.normalize('NFC'),
        nonce: salt,
        tagLength: length,
        ...cost,
      };
      return await deriveKey('argon2id', parameters);
    } finally {
      // The turn passes on without becoming free in between, so nobody can overtake.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < atOnce) {
      this.#running++;
      return;
    }
    if (this.#waiting.length >= waitingAtMost) {
      throw new ApiError('overloaded', {
        sentence: 'Too many passwords are being checked, try again in a moment',
        headers: { 'retry-after': '1' },
      });
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

function format(cost: Cost, salt: Buffer, hash: Buffer): string {
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parse(stored: string): { cost: Cost; salt: Buffer; hash: Buffer } {
  const [, memory, passes, parallelism, salt, hash] = phc.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) {
    throw new Error('A stored password hash is no argon2id PHC string');
  }
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

/** PHC strings leave the padding out. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
