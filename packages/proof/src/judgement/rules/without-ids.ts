import type { Send } from '../../history/operation.ts';
import { Earliest } from '../earliest.ts';
import type { Facts } from '../facts.ts';
import { type Findings, time } from '../findings.ts';
import type { WholeLists } from './whole-lists.ts';

/**
 * What was acknowledged without an id, because its answer has no room for one.
 *
 * Every whole list of its endpoint or account that began after the acknowledgement has it, unless something may have removed
 * it before the list ended. Here are those that nothing shows at all; of all others the ids are known.
 */
export function judgeWithoutIds(facts: Facts, lists: WholeLists, findings: Findings): void {
  const { operations, captures } = facts;
  const isUnseen = ({ id, mark, outcome }: Send) =>
    outcome === 'stored' && id === undefined && !captures.byMark.has(mark);
  const unseen = [...operations.entries()].flatMap(([place, operation]) =>
    operation.kind === 'send' && isUnseen(operation) ? [{ place, send: operation }] : [],
  );
  for (const [endpoint, sends] of Map.groupBy(unseen, ({ send }) => send.endpoint)) {
    const ends = new Earliest(
      lists.of(endpoint).map(({ began, ended }) => ({ key: began, value: ended })),
    );
    const removed = new Earliest(
      lists
        .removalsOf(endpoint)
        .map(({ began, effectiveBy }) => ({ key: effectiveBy, value: began })),
    );
    for (const { place, send } of sends) {
      const ended = ends.above(send.ended);
      if (ended === Number.POSITIVE_INFINITY || removed.from(send.began) <= ended) continue;
      const text =
        `mark ${send.mark} was acknowledged at ${time(send.ended)}, and nothing ever showed it, ` +
        `not even a whole list until ${time(ended)}`;
      findings.report('lost', text, place);
    }
  }
}
