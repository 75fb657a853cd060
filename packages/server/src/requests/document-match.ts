import type { Budget, Client } from '../fairness/budget.ts';
import type { Rates } from '../fairness/rates.ts';
import type { MatchTried } from '../rendering/capture-document.ts';
import type { DocumentSource, OpenDocuments } from './open-documents.ts';
import { refuseGone, whileWaiting } from './reading-client.ts';

/** The bounds of all searches of large or compressed captures. */
export interface DecisionBudgets {
  documents: OpenDocuments;
  /** Captures that are being decided about. */
  decided: Budget;
  /** The rate at which a party has bodies searched. */
  rate: Rates;
}

/**
 * Whether a match holds for a capture, decided in the thread that renders the large ones. It takes its share
 * of the room as every reader of such a capture does, and is given up at once when its client has gone.
 *
 * The match is asked for in the same moment in which the document is there, so that the document cannot be closed for
 * others before: searches of one account would otherwise close one another's documents and read them for ever.
 * @returns `undefined` if the capture was deleted
 * @throws {StoreUnavailable | NotAnswered | Overloaded} if it cannot be read now, or the client has gone
 */
export async function documentMatches(
  budgets: DecisionBudgets,
  source: DocumentSource,
  tried: MatchTried,
  client: Client,
): Promise<boolean | undefined> {
  const turn = await budgets.decided.acquire(source.party, 1, client);
  try {
    return await decide(budgets, source, tried, client);
  } finally {
    turn.release();
  }
}

async function decide(
  { documents, rate }: DecisionBudgets,
  source: DocumentSource,
  tried: MatchTried,
  client: Client,
): Promise<boolean | undefined> {
  const { gone } = client;
  // The documents know their readers by identity.
  const reader = {};
  for (;;) {
    await rate.wait(source.party);
    refuseGone(client);
    const open = documents.enter(source, reader);
    const leave = () => open.leave(reader);
    gone.addEventListener('abort', leave, { once: true });
    try {
      await whileWaiting(client, open.admitted);
      const document = await open.read;
      refuseGone(client);
      if (document === undefined) return undefined;
      // Another reader had it before, and others needed the room meanwhile.
      if (open.isClosed) continue;
      const holds = await open.use(async () => await document.matches?.(tried));
      rate.count(source.party, document.bytes);
      return holds;
    } finally {
      gone.removeEventListener('abort', leave);
      leave();
    }
  }
}
