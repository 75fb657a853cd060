import { type Answer, ask } from './answer.ts';
import { differences, type GainedMembers } from './differences.ts';
import type { FixtureFacts } from './fixture.ts';

/** What answers have gained since the first version. */
export const gainedMembers: GainedMembers = new Set([
  // Of lists and streams with `view=summary`, with the first settings.
  '[].query',
]);

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
        const now = await ask(url, visitor, before.path, eventsOf(before));
        changed.push(...differences(before, now, gainedMembers));
      }
      return changed;
    }),
  );
  return found.flat();
}

/** How many captures a stream had. */
function eventsOf({ type, document }: Answer): number {
  return type.startsWith('text/event-stream') && Array.isArray(document) ? document.length : 0;
}
