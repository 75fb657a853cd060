import { type Static, Type } from 'typebox';
import { mostAnswerBodyBytes, replyStatuses } from './settings-names.ts';

export { longestAnswerWaitMs, mostAnswerBodyBytes } from './settings-names.ts';

/** The most bytes of the document that has such a body: Base64 takes a third more. A text of many escapes in JSON may take more, and goes as Base64. */
export const mostAnswerBytes = 1.5 * mostAnswerBodyBytes;

/** The answer of a listener to a sender that waits: literal, without `{{fields}}`. */
export const ListenerAnswer = Type.Object(
  {
    status: Type.Integer(replyStatuses),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Headers of the answer; those that replies may not set are refused',
      }),
    ),
    body: Type.Optional(
      Type.String({
        description: 'The text of the answer, up to 1 MiB; with its escapes up to 1.5 MiB',
      }),
    ),
    bodyBase64: Type.Optional(
      Type.String({ description: 'The bytes of the answer, in Base64, in place of `body`' }),
    ),
  },
  {
    title: 'ListenerAnswer',
    additionalProperties: false,
    examples: [
      { status: 200, headers: { 'content-type': 'application/json' }, body: '{"ok":true}' },
    ],
  },
);
export type ListenerAnswer = Static<typeof ListenerAnswer>;
