import { Random } from '../../../server/test/random.ts';
import type { Operation, Seen, Stream } from '../../src/history/operation.ts';
import {
  cleared,
  list,
  made,
  removed,
  seen,
  sent,
  stream,
  unclear,
} from '../../src/planted/script.ts';

const endpoints = 20;
/** An endpoint is cleared when it has so many. */
const mostKept = 2000;

/**
 * The history of a sound service with so many sends: for every eight of them a page, for every 4,000 a whole list, clears of which one
 * in five has no answer, and four streams that show everything.
 */
export function longHistory(sends: number): Operation[] {
  const random = new Random(sends);
  const operations: Operation[] = [];
  const events: Stream['events'][number][] = [];
  for (let endpoint = 0; endpoint < endpoints; endpoint += 1) {
    operations.push(made('plain', { endpoint }));
  }
  const kept = random.list<Seen[]>(endpoints, () => []);
  const all = () => kept.flat().sort((a, b) => b.id - a.id);
  for (let mark = 1; mark <= sends; mark += 1) {
    const began = 10 * mark;
    const endpoint = random.below(endpoints);
    const shown = seen(mark, { endpoint });
    const isUnclear = random.chance(0.05);
    const isStored = !isUnclear || random.chance(0.5);
    const own = kept[endpoint] ?? [];
    const send = isUnclear ? unclear : sent;
    operations.push(send(mark, [began, began + 3], { endpoint }));
    if (isStored) {
      own.push(shown);
      events.push({ at: began + 3, seen: shown });
    }
    if (random.chance(1 / 8)) {
      const page = own.slice(-random.below(50) - 1).reverse();
      const from = page.at(-1)?.id ?? 1;
      operations.push(list([began + 4, began + 5], page, { endpoint, from }));
    }
    if (random.chance(1 / 50)) {
      const [gone] = own.splice(random.below(own.length), 1);
      if (gone !== undefined) operations.push(removed(gone.id, [began + 6, began + 7]));
    }
    if (mark % 4000 === 0) operations.push(list([began + 7, began + 8], all()));
    if (own.length < mostKept && !random.chance(1 / 4000)) continue;
    const outcome = random.chance(0.2) ? 'unknown' : 'done';
    operations.push(cleared([began + 8, began + 9], { endpoint, outcome }));
    if (outcome === 'done' || random.chance(0.5)) own.length = 0;
  }
  for (let count = 0; count < 4; count += 1) {
    operations.push(stream([2, 10 * sends + 9], [], { events }));
  }
  return operations;
}
