import { type Static, Type } from 'typebox';
import { DateTime, Name } from './text.ts';

const id = Type.Integer();
const token = Type.String({ description: 'Part of the receive URL and of API paths' });
const example = {
  id: 17,
  token: 'k3v9x0q2m7c5t1b8z4w6n0d2fa',
  createdAt: '2026-03-01T12:00:00.000Z',
};

/** The answer to the creation of an endpoint, the only answer that has the receive URL. */
export const CreatedEndpoint = Type.Object(
  {
    id,
    url: Type.String({ description: 'The public receive URL' }),
    token,
    createdAt: DateTime,
  },
  {
    title: 'CreatedEndpoint',
    examples: [{ ...example, url: `http://localhost:8080/wh/${example.token}` }],
  },
);
export type CreatedEndpoint = Static<typeof CreatedEndpoint>;

export const Endpoint = Type.Object(
  {
    id,
    token,
    createdAt: DateTime,
    badgeName: Type.String({
      description: "The endpoint's name; its token's first 8 characters until it is set",
    }),
  },
  { title: 'Endpoint', examples: [{ ...example, badgeName: 'Shop orders' }] },
);
export type Endpoint = Static<typeof Endpoint>;

export const EndpointChanges = Type.Object(
  { badgeName: Type.Optional(Name) },
  { title: 'EndpointChanges', examples: [{ badgeName: 'Shop orders' }] },
);
export type EndpointChanges = Static<typeof EndpointChanges>;

/** The query of a deletion. */
export const DeletionQuery = Type.Object({
  empty: Type.Optional(
    Type.Literal('true', {
      description: 'Only if the endpoint has never captured anything, cleared requests included',
    }),
  ),
});

export const EndpointParams = Type.Object({
  token: Type.String({ pattern: '^[a-z0-9]+$', description: "The endpoint's token" }),
});
