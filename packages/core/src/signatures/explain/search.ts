import type { Scheme, SchemeSettings, SignedHead, Signing } from '../scheme.ts';
import { Verifier } from '../verify/index.ts';
import type { OtherKeys } from './keys.ts';

/** So many signatures are made, however fast that is. */
const mostSignatures = 4000;
/** So many keys are tried at once: the time is looked at between. */
const mostKeysAtOnce = 16;

/** Tries what may have been signed, each with the verifier of the door, within bounds of number and time. */
export class CauseSearch {
  readonly #case: Case;
  readonly #now: () => number;
  readonly #end: number;
  #signatures = 0;
  #isCut = false;

  constructor(of: Case, mostMs: number, now: () => number) {
    this.#case = of;
    this.#now = now;
    this.#end = now() + mostMs;
  }

  /** Whether it ended before everything was tried. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** @returns the sentences of the first trial that verifies */
  async first(trials: Iterable<TriedVariant>): Promise<string | undefined> {
    for (const { variant, keys } of trials) {
      const secrets = keys?.secrets ?? this.#case.secrets;
      for (let from = 0; from < secrets.length; from += mostKeysAtOnce) {
        this.#isCut = this.#isOver;
        if (this.#isCut) return undefined;
        const some = secrets.slice(from, from + mostKeysAtOnce);
        this.#signatures += some.length;
        const made = await this.#made({ ...(variant && { variant }), ...(keys && { keys }) }, some);
        if (made === undefined) continue;
        return [variant?.sentence, keys?.sentences[from + made]]
          .filter((sentence) => sentence !== undefined)
          .join(' ');
      }
    }
    return undefined;
  }

  get #isOver(): boolean {
    return this.#signatures >= mostSignatures || this.#now() >= this.#end;
  }

  /** The index of the secret that made the signature. */
  async #made(
    { variant, keys }: TriedVariant,
    secrets: readonly string[],
  ): Promise<number | undefined> {
    const { settings, head, body } = this.#case;
    const verifier = new Verifier(
      variant?.settings ?? settings,
      secrets,
      this.#waysOf(variant, keys),
    );
    const verified = await verifier.verify(variant?.head ?? head, [variant?.body ?? body]);
    const isRight = verified.verdict === 'valid' || verified.verdict === 'stale';
    return isRight ? (verified.secret ?? 0) : undefined;
  }

  #waysOf(variant: TriedVariant['variant'], keys: OtherKeys | undefined) {
    const ways = variant?.ways ?? (variant?.settings === undefined ? this.#case.ways : undefined);
    if (ways === undefined) return undefined;
    const { form } = keys ?? {};
    return form === undefined
      ? ways
      : ways.map((way) => (way.by === 'hmac' ? { ...way, key: form } : way));
  }
}

/** The scheme and secrets by which an endpoint verifies. */
export interface Verifying {
  settings: SchemeSettings;
  secrets: readonly string[];
  /** Replaced ones, the newest first. */
  formerSecrets: readonly string[];
}

/** A request that did not verify. */
export interface Case extends Verifying {
  scheme: Scheme;
  ways: readonly Signing[];
  head: SignedHead;
  body: Uint8Array;
}

/** A request that may be the one that was signed, or another way to verify it, and a sentence that says so. */
export interface Variant {
  settings?: SchemeSettings;
  ways?: readonly Signing[];
  head?: SignedHead;
  body?: Uint8Array;
  sentence: string;
  /** It is tried with the secrets as they are given alone. */
  isAlone?: true;
}

/** A variant, with keys that may differ too. */
export interface TriedVariant {
  variant?: Variant;
  keys?: OtherKeys;
}
