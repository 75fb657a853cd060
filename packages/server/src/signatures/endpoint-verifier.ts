import { hintOf, type VerifyingSettings } from '@hookwell/core/rules';
import type { SignedHead, Verification } from '@hookwell/core/signatures';
import type { Verifying } from '@hookwell/core/signatures/explain';
import { type BodyHashing, Verifier } from '@hookwell/core/signatures/verify';
import type { KeptSecrets } from '../secrets/secrets.ts';

/** The secrets of an endpoint, or one sentence why there are none to verify with. */
export type OpenedSecrets = KeptSecrets | { fault: string };

/** Verifies the requests of an endpoint under one version of its settings. It never throws. */
export class EndpointVerifier {
  readonly scheme: string;
  /** The number of times that a large body is gone through. */
  readonly passes: number;
  /** Absent if nothing can be verified. */
  readonly verifying: Verifying | undefined;
  readonly #verifier: Verifier | undefined;
  /** Why nothing can be verified. */
  readonly #fault: string;
  /** Names each secret without showing it. */
  readonly #names: readonly string[];

  constructor({ secrets: _, ...settings }: VerifyingSettings, opened: OpenedSecrets) {
    const kept = 'fault' in opened ? { secrets: [], former: [] } : opened;
    this.scheme = settings.scheme;
    this.passes = kept.secrets.length;
    this.#names = kept.secrets.map(nameOf);
    this.#fault = 'fault' in opened ? opened.fault : 'The signature could not be verified.';
    if ('fault' in opened) return;
    try {
      this.#verifier = new Verifier(settings, kept.secrets);
      this.verifying = { settings, secrets: kept.secrets, formerSecrets: kept.former };
    } catch {
      this.#fault = 'This version of Hookwell cannot verify by these settings.';
    }
  }

  /** Begins to hash a large body while it arrives; undefined if that is of no use. */
  begin(head: SignedHead): BodyHashing | undefined {
    try {
      return this.#verifier?.begin(head);
    } catch {
      return undefined;
    }
  }

  /**
   * @param hashing of the whole body, by `begin`: without it a large body is gone through in turns of the event loop
   */
  verify(
    head: SignedHead,
    body: readonly Uint8Array[],
    hashing: BodyHashing | undefined,
  ): Verification | Promise<Verification> {
    try {
      const verification = this.#verifier?.verify(head, body, hashing) ?? this.#unverifiable();
      if (!(verification instanceof Promise)) return verification;
      return verification.catch(() => this.#unverifiable());
    } catch {
      return this.#unverifiable();
    }
  }

  /** The name of the secret that made a signature: `secret …k3f9`. */
  secretName(index: number): string | undefined {
    return this.#names[index];
  }

  #unverifiable(): Verification {
    return { verdict: 'unverifiable', reason: this.#fault };
  }
}

const places = [
  ...['first', 'second', 'third', 'fourth', 'fifth'],
  ...['sixth', 'seventh', 'eighth', 'ninth', 'tenth'],
];

/** A secret without a hint is named by its place. */
function nameOf(secret: string, index: number): string {
  const hint = hintOf(secret);
  return hint === '…' ? `the ${places[index] ?? 'last'} secret` : `secret ${hint}`;
}
