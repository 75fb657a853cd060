import { type Static, Type } from 'typebox';
import { beingLookedInto } from './being-looked-into.ts';
import { DateTime } from './text.ts';

/** The finding about the signature of a captured request. */
export const SignatureFinding = Type.Object({
  scheme: Type.String({ description: "The sender's signature scheme" }),
  verdict: Type.Union([
    Type.Literal('valid'),
    Type.Literal('invalid'),
    Type.Literal('missing'),
    Type.Literal('stale'),
    Type.Literal('unverifiable'),
  ]),
  reason: Type.Optional(
    Type.String({
      description: `Why it is not valid, or which secret made it. While the cause is looked for, for 15 seconds at most, it ends with "${beingLookedInto}"`,
    }),
  ),
  signedAt: Type.Optional(
    Type.Unsafe<string>({ ...DateTime, description: 'The time that the sender signed' }),
  ),
});
export type SignatureFinding = Static<typeof SignatureFinding>;
