import { type Static, Type } from 'typebox';
import { DateTime } from './text.ts';

/** A code that hands a session over. */
export const Handoff = Type.Object(
  {
    code: Type.String({ description: '128 random bits in base62; works once' }),
    expiresAt: DateTime,
  },
  {
    title: 'Handoff',
    examples: [{ code: '4fTq0ZxWk8c2Rm5JvB1uNd', expiresAt: '2026-03-01T12:10:00.000Z' }],
  },
);
export type Handoff = Static<typeof Handoff>;

const code = Type.String({ maxLength: 200 });

export const HandoffCode = Type.Object(
  { code },
  { title: 'HandoffCode', examples: [{ code: '4fTq0ZxWk8c2Rm5JvB1uNd' }] },
);
export type HandoffCode = Static<typeof HandoffCode>;

export const HandoffTaking = Type.Object(
  {
    code,
    bringEndpoints: Type.Optional(
      Type.Boolean({
        description:
          'Whether the endpoints of a guest that this browser is already move into the account, which ends the guest; else it is left as it is',
      }),
    ),
  },
  { title: 'HandoffTaking', examples: [{ code: '4fTq0ZxWk8c2Rm5JvB1uNd', bringEndpoints: true }] },
);
export type HandoffTaking = Static<typeof HandoffTaking>;
