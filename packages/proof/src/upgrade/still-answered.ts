import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, ask } from './answer.ts';
import type { Credentials } from './caller.ts';
import { differences, type MayDiffer } from './differences.ts';
import type { FixtureFacts } from './fixture.ts';

/** Where an answer of today may differ from that of an older version. */
export const mayDiffer: MayDiffer = {
  // Of lists and streams with `view=summary`, with the first settings.
  gained: new Set(['[].query']),
  // Of keys: written once a minute while they are used.
  moving: new Set(['[].lastUsed']),
};

/**
 * Asks the service at this address everything that an older version was asked on its database; gives a sentence for each answer that
 * is another one now.
 */
export async function stillAnswered(url: string, facts: FixtureFacts): Promise<string[]> {
  const byVisitor = Map.groupBy(facts.answers, ({ visitor }) => visitor);
  const found = await Promise.all(
    [...byVisitor].map(async ([name, answers]) => {
      const visitor = { name, credentials: facts.visitors[name] ?? {} };
      const changed: string[] = [];
      for (const before of answers) {
        const now = await askUntilAnswered(url, visitor, before);
        changed.push(...differences(before, now, mayDiffer));
      }
      return changed;
    }),
  );
  return found.flat();
}

/** So often a question is asked that a busy service cannot answer now, with a pause of so many milliseconds between. */
const mostTries = 60;
const pauseMs = 500;

async function askUntilAnswered(
  url: string,
  visitor: { name: string; credentials: Credentials },
  before: Answer,
): Promise<Answer> {
  for (let tried = 1; ; tried += 1) {
    const now = await ask(url, visitor, before.path, eventsOf(before));
    if (![429, 503].includes(now.status) || tried === mostTries) return now;
    await sleep(pauseMs);
  }
}

/** How many captures a stream had. */
function eventsOf({ type, document }: Answer): number {
  return type.startsWith('text/event-stream') && Array.isArray(document) ? document.length : 0;
}
