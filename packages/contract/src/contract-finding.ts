import { type Static, Type } from 'typebox';
import { oneOf, optionalText } from './text.ts';

/** The most differences that a finding tells. */
export const mostDifferences = 10;

const Difference = Type.Object({
  path: Type.String({
    description: 'The place in the body, as the match language writes it; empty for the whole body',
    examples: ['customer.email', 'lines[0].amount'],
  }),
  problem: Type.String({ examples: ['`customer.email` is missing'] }),
});

/** Whether the body of a captured request fits the contract of its endpoint. */
export const ContractFinding = Type.Object({
  verdict: oneOf(['holds', 'differs', 'none']),
  differences: Type.Optional(
    Type.Array(Difference, { description: `At most ${mostDifferences}; only with \`differs\`` }),
  ),
  reason: optionalText('Why it was not judged; only with `none`'),
});
export type ContractFinding = Static<typeof ContractFinding>;
