import { Budget } from '../src/fairness/budget.ts';
import { Parties } from '../src/fairness/parties.ts';
import { UnsentBodies } from '../src/fairness/unsent-bodies.ts';
import { writeTurns } from '../src/http/waiting-changes.ts';
import type { Parts } from '../src/parts.ts';

/** The parts by which accounts and networks are weighed against each other, as `app.ts` makes them. */
export function fairParts(): Pick<Parts, 'parties' | 'unsent' | 'writes'> {
  return {
    parties: new Parties(),
    writes: new Budget(writeTurns),
    unsent: new UnsentBodies(),
  };
}
