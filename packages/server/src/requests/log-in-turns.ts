import type { CapturePages } from '../capture-log/capture-log.ts';
import type { Budget } from '../fairness/budget.ts';

/** The part of the log that lists read. */
export type ListedLog = Pick<
  CapturePages,
  'readIds' | 'readListPage' | 'readByIds' | 'readOne' | 'search'
>;

/** The log for a list of a party: its pages are read within the budget, so that those of others come between two of them. */
export function logInTurns(captures: ListedLog, pages: Budget, party: number): ListedLog {
  return {
    readIds: (...asked) => pages.run(party, () => captures.readIds(...asked)),
    readListPage: (...asked) => pages.run(party, () => captures.readListPage(...asked)),
    readByIds: (...asked) => pages.run(party, () => captures.readByIds(...asked)),
    readOne: (...asked) => captures.readOne(...asked),
    // Steps of searches have turns of their own.
    search: (...asked) => captures.search(...asked),
  };
}
