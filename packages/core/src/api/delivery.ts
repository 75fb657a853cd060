import { type Static, Type } from 'typebox';
import { SignatureFinding } from './captured-request.ts';
import { DateTime, oneOf, optionalCount, optionalText } from './text.ts';

/** One request of a delivery. */
export const DeliveryAttempt = Type.Object({
  id: Type.Integer({ description: 'The id of the captured request' }),
  receivedAt: DateTime,
  answer: Type.String({
    description: 'The reply that was chosen: a status, or a fault as it was written',
  }),
  answeredBy: Type.Optional(
    Type.Literal('listener', { description: 'A listener gave the answer; absent if none did' }),
  ),
  waiting: Type.Optional(
    Type.Literal(true, {
      description: 'Its sender waits for a listener: `answer` is what it gets if none answers',
    }),
  ),
  retryAfter: optionalCount('The Retry-After of the answer, in seconds'),
  bodyHash: Type.String({ description: 'The same for the same bytes: SHA-256 in hex' }),
  idHash: optionalText(
    'The same for the same id of the sender, a hash under a key of the endpoint; absent if the request names no id',
  ),
  signature: Type.Optional(SignatureFinding),
  gaveUpAfter: optionalCount('The milliseconds after which the sender hung up, before its answer'),
  cutShortAfter: optionalCount(
    'The milliseconds after which the answer was sent, or the connection closed, before its time: too many answers waited, or the service stopped',
  ),
});
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

const example = {
  delivery: 'q3Jc0Z6Kp1n0rV9wYxTt4A',
  first: '2026-03-01T12:00:00.000Z',
  last: '2026-03-01T12:01:02.000Z',
  outcome: 'accepted' as const,
  attempts: [
    {
      id: 4211,
      receivedAt: '2026-03-01T12:00:00.000Z',
      answer: '500',
      bodyHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
    {
      id: 4213,
      receivedAt: '2026-03-01T12:01:02.000Z',
      answer: '200',
      bodyHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
  ],
};

/** The attempts of a sender to deliver the same thing. */
export const Delivery = Type.Object(
  {
    delivery: Type.String({ description: 'The same in all its captured requests' }),
    event: optionalText("The sender's name for the event"),
    first: Type.Unsafe<string>({ ...DateTime, description: 'When its first attempt arrived' }),
    last: Type.Unsafe<string>({ ...DateTime, description: 'When its last attempt arrived' }),
    outcome: oneOf(['accepted', 'open'], {
      description: '`accepted` once an attempt was answered with 2xx',
    }),
    attempts: Type.Array(DeliveryAttempt, {
      description: 'Oldest first; of more than 1,000 the newest 1,000',
    }),
  },
  { title: 'Delivery', examples: [example] },
);
export type Delivery = Static<typeof Delivery>;
