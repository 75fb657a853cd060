import { type Known, pause, pauseALittle } from './known.ts';
import { readList } from './lists.ts';
import { readCapture } from './single-captures.ts';
import { someId, someScope } from './stream-followers.ts';

/** So many clients read. */
export const readerCount = 3;

/** Matches that every capture fits: each body names a mark. */
const matches = ['mark', 'id>0', 'body:mark -method=GET'] as const;

/** Reads lists, pages and single captures at nodes by chance, one after the other. */
export async function read(known: Known, until: AbortSignal): Promise<void> {
  const self = known.newClient();
  const { client, random } = self;
  const match = () => (random.chance(0.15) ? random.pick(matches) : undefined);
  while (!until.aborted) {
    const kind = random.next();
    const scope = someScope(known, random);
    const node = random.pick(known.nodes);
    const id = someId(scope.account, random);
    if (kind < 0.4 && id !== undefined) {
      await readCapture(known, self, scope.account, id);
    } else if (kind < 0.9) {
      const limit = 1 + random.below(random.chance(0.2) ? 300 : 30);
      const after = random.chance(0.3) ? id : undefined;
      const asked = { client, ...scope, limit, after, match: match() };
      let before = random.chance(0.3) ? id : undefined;
      for (let pages = 1 + random.below(3); pages > 0 && !until.aborted; pages -= 1) {
        const { next } = await readList(known, {
          ...{ ...asked, before, node: random.pick(known.nodes) },
        });
        if (next === undefined) break;
        before = next;
      }
    } else {
      await readList(known, { client, node, ...scope, match: match() });
    }
    await pauseALittle(random, until);
    await pause(random.below(100), until);
  }
}
