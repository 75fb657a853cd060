import { type Static, Type } from 'typebox';
import { beingLookedInto } from './being-looked-into.ts';
import { DateTime, oneOf, optionalText } from './text.ts';

/** The finding about the signature of a captured request. */
export const SignatureFinding = Type.Object({
  scheme: Type.String({ description: "The sender's signature scheme" }),
  verdict: oneOf(['valid', 'invalid', 'missing', 'stale', 'unverifiable']),
  reason: optionalText(
    `Why it is not valid, or which secret made it. While the cause is looked for, for 15 seconds at most, it ends with "${beingLookedInto}"`,
  ),
  signedAt: Type.Optional(
    Type.Unsafe<string>({ ...DateTime, description: 'The time that the sender signed' }),
  ),
});
export type SignatureFinding = Static<typeof SignatureFinding>;
