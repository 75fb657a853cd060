import type { SignedHead, Verification } from '../scheme.ts';
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
