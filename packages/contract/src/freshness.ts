import { type Static, Type } from 'typebox';
import { DateTime } from './text.ts';

export const FreshnessQuery = Type.Object({
  within: Type.String({
    description: 'How old the newest request may be, from 1s to 30d',
    examples: ['1h', '30m', '7d'],
  }),
});
export type FreshnessQuery = Static<typeof FreshnessQuery>;

/** Whether a request came lately. */
export const Freshness = Type.Object(
  {
    fresh: Type.Boolean({ description: 'Whether the newest one is younger than `within`' }),
    newestAt: Type.Optional(
      Type.Unsafe<string>({
        ...DateTime,
        description: 'When the newest one came; absent if none is stored',
      }),
    ),
    newestId: Type.Optional(Type.Integer({ description: 'Its id' })),
  },
  {
    title: 'Freshness',
    examples: [{ fresh: true, newestAt: '2026-03-01T12:00:00.000Z', newestId: 4211 }],
  },
);
export type Freshness = Static<typeof Freshness>;
