import type { SignedHead, Verdict, Verification } from '../scheme.ts';
import type { Body } from './body.ts';
import type { BodyHashing, Method } from './method.ts';
import type { WorkTurns } from './steps.ts';

/** From the one that counts most. */
const verdicts: readonly Verdict[] = ['valid', 'stale', 'invalid', 'unverifiable', 'missing'];

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
