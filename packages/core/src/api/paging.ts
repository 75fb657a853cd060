import { type Static, Type } from 'typebox';
import { optionalCount, withoutNul } from './text.ts';

/** The largest page. */
export const maximumPageSize = 1000;
/** The size of a page if the query has `before` or `after` but no `limit`. */
export const defaultPageSize = 100;

function limit(description: string) {
  return Type.Optional(Type.Integer({ minimum: 1, maximum: maximumPageSize, description }));
}

const before = optionalCount('Only captured requests with a lower id');
const after = optionalCount('Only captured requests with a higher id');
const view = Type.Optional(
  Type.Literal('summary', { description: 'Leaves the bodies out and says how large they are' }),
);

/** The longest match, in characters. */
export const longestMatchCharacters = 4096;

const match = Type.Optional(
  Type.String({
    maxLength: longestMatchCharacters,
    description:
      'Only captured requests that match: `method:POST json.type=invoice.paid`, as docs/matching.md describes it',
    examples: ['method:POST json.type=invoice.paid'],
  }),
);

/** The query of a list. With any of `limit`, `before` and `after` the answer is one page, else the whole list. */
export const PageQuery = Type.Object({
  limit: limit(`The most captured requests; ${defaultPageSize} if only before or after is given`),
  before,
  after,
  view,
  match,
});
export type PageQuery = Static<typeof PageQuery>;

/** The query of a list of deliveries. */
export const DeliveriesQuery = Type.Object({
  limit: limit(`The most deliveries; ${defaultPageSize} if only before is given`),
  before: optionalCount(
    'Only deliveries whose first attempt is a captured request with a lower id',
  ),
});
export type DeliveriesQuery = Static<typeof DeliveriesQuery>;

/** The query of a clear. */
export const ClearQuery = Type.Object({
  through: optionalCount('Only captured requests with an id up to this one, which is one of them'),
});
export type ClearQuery = Static<typeof ClearQuery>;

export const StreamQuery = Type.Object({
  endpoint: Type.Optional(
    Type.String({
      pattern: withoutNul,
      description: "Only this endpoint's requests, by its token; else the whole account's",
    }),
  ),
  after,
  view,
  match,
  answers: Type.Optional(
    Type.String({
      description:
        "While the stream is open, the endpoint's senders wait so long for the answers of its listener (PUT /api/requests/{id}/answer), up to 25s. Only with endpoint",
      examples: ['10s'],
    }),
  ),
  changes: Type.Optional(
    Type.Literal('true', {
      description:
        'Also sends an `SSEChange` after anything else of the account was changed: endpoints, settings, keys or the plan, or requests were deleted. At most one a second. Changes while there was no connection are not told later',
    }),
  ),
});
export type StreamQuery = Static<typeof StreamQuery>;
