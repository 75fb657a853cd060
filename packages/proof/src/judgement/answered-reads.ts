import type { Operation, Read } from '../history/operation.ts';

/** What was looked for, and found. */
export type AnsweredRead = Pick<
  Read,
  'account' | 'endpoint' | 'from' | 'through' | 'captures' | 'began' | 'ended'
>;

/** An operation as a read with an answer, if it is one: so is a removal that finds nothing. */
export function answeredRead(operation: Operation): AnsweredRead | undefined {
  if (operation.kind === 'read' && operation.outcome === 'done') return operation;
  if (operation.kind !== 'remove' || operation.outcome !== 'refused') return undefined;
  const { account, id, began, ended } = operation;
  return { account, from: id, through: id, captures: [], began, ended };
}
