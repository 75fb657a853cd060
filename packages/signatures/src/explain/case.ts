import type { Scheme, SchemeSettings, SignedHead, Signing } from '../scheme.ts';
import type { OtherKeys } from './keys.ts';

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
export interface Trial {
  variant?: Variant;
  keys?: OtherKeys;
}
