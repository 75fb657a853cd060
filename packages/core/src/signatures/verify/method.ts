import { timingSafeEqual } from 'node:crypto';
import type { SignatureVerdict, SignedHead, Verification } from '../scheme.ts';
import type { Body } from './body.ts';
import type { WorkTurns } from './steps.ts';

/** The hashing of a body while it arrives. */
export interface BodyHashing {
  update(piece: Uint8Array): void;
}

/** One way of verifying, with its keys. */
export interface Method {
  /** Begins to hash a body; undefined if there is nothing to hash it for. */
  begin?(head: SignedHead): BodyHashing | undefined;
  verify(
    head: SignedHead,
    body: Body,
    hashing: BodyHashing | undefined,
    turns: WorkTurns,
  ): Verification | Promise<Verification>;
}

/** A secret among those of the settings. */
export interface NumberedSecret {
  text: string;
  /** Its index. */
  secret: number;
}

/** The verification of a signature that no secret made. The words are shown as they are. */
export const noSecretMadeIt: Verification = {
  verdict: 'invalid',
  reason: 'No secret given here made this signature.',
};

/** @param header as the sender writes it */
export function missing(header: string): Verification {
  return { verdict: 'missing', reason: `There is no ${header} header.` };
}

export function invalid(reason: string): Verification {
  return { verdict: 'invalid', reason };
}

export function unverifiable(reason: string): Verification {
  return { verdict: 'unverifiable', reason };
}

/** Whether two texts are the same, and not empty; the time that it takes tells their lengths alone. */
export function isSameText(one: string, other: string): boolean {
  const length = Buffer.byteLength(one);
  if (length === 0 || length !== Buffer.byteLength(other)) return false;
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** The first of those that made a signature. All are tried, so that the time tells nothing of them. */
export function makerAmong<Secret extends { secret: number }>(
  secrets: readonly Secret[],
  made: (secret: Secret) => boolean,
): { secret: number } | undefined {
  let maker: { secret: number } | undefined;
  for (const each of secrets) if (made(each)) maker ??= { secret: each.secret };
  return maker;
}

/** From the one that counts most. */
const verdicts: readonly SignatureVerdict[] = [
  'valid',
  'stale',
  'invalid',
  'unverifiable',
  'missing',
];

class Hashings implements BodyHashing {
  readonly each: readonly (BodyHashing | undefined)[];

  constructor(each: readonly (BodyHashing | undefined)[]) {
    this.each = each;
  }

  update(piece: Uint8Array): void {
    for (const hashing of this.each) hashing?.update(piece);
  }
}

/** A sender that signs in several ways: one of them is enough. */
export class AnyOf implements Method {
  readonly #methods: readonly Method[];

  constructor(methods: readonly Method[]) {
    this.#methods = methods;
  }

  begin(head: SignedHead): BodyHashing {
    return new Hashings(this.#methods.map((method) => method.begin?.(head)));
  }

  verify(head: SignedHead, body: Body, hashing: BodyHashing | undefined, turns: WorkTurns) {
    const each = hashing instanceof Hashings ? hashing.each : [];
    const results = this.#methods.map((method, index) =>
      method.verify(head, body, each[index], turns),
    );
    const known = results.filter((result) => 'verdict' in result);
    return known.length === results.length ? best(known) : Promise.all(results).then(best);
  }
}

function best(results: readonly Verification[]): Verification {
  const ranked = [...results].sort(
    (one, other) => verdicts.indexOf(one.verdict) - verdicts.indexOf(other.verdict),
  );
  return ranked[0] ?? { verdict: 'unverifiable' };
}
