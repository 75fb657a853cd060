import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { forTest } from '../../../server/test/kept-for.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { stored } from '../../../server/test/store/store-fixture.ts';
import { newCapture } from '../../../server/test/store/store-rows.ts';
import { type LoggedIn, loggedInGuest } from '../logged-in.ts';

const count = 1_200;
/** This number of newest requests, of 90 KB each, takes more than the command's memory in these tests. */
const largeCount = 400;

/** A guest with 1,200 requests; their ids, newest first. */
async function withMany(): Promise<LoggedIn & { ids: number[] }> {
  const plans = { free: { requestsPerEndpoint: count, bytes: 1024 * 1024 * 1024 } };
  const environment = { HOOKWELL_PLANS: JSON.stringify(plans) };
  const place = await loggedInGuest(forTest(await startServer({ environment })));
  await place.visitor.endpoint();
  const [{ id }] = await place.visitor.ask(200, 'GET', '/api/endpoints');
  const { captures } = place.server.store;
  const ids: number[] = [];
  for (let some = 0; some < count; some += 100) {
    const body = 'x'.repeat(some < count - largeCount ? 1_000 : 90_000);
    const appended = Array.from({ length: 100 }, () => captures.append(newCapture(id, { body })));
    ids.push(...stored(await Promise.all(appended)));
  }
  return Object.assign(place, { ids: ids.toReversed() });
}

describe('a thousand requests', () => {
  test('are listed and exported in the order of their ids, in flat memory', async () => {
    const place = await withMany();
    const memory = ['--max-old-space-size=32'];
    const readIds = async (words: string[], idIn: (line: string) => number | undefined) => {
      const child = place.workplace.spawn(['requests', ...words], memory);
      if (child.stdout === null) throw new Error('no pipe');
      const closed = once(child, 'close');
      const ids: (number | undefined)[] = [];
      for await (const line of createInterface({ input: child.stdout })) ids.push(idIn(line));
      expect(await closed).toEqual([0, null]);
      return ids.filter((id) => id !== undefined);
    };
    const idOfJson = (line: string): number => JSON.parse(line).id;
    const idOfRow = (line: string) =>
      / (\d+) /.test(line) ? Number(/ (\d+) /.exec(line)?.[1]) : undefined;
    const idOfEntry = (line: string): number | undefined =>
      line.startsWith('{"started') ? JSON.parse(line.replace(/,$/, ''))._hookwell.id : undefined;
    const some = ['list', '--all', '--json', '--after', String(place.ids[largeCount])];
    expect(await readIds(some, idOfJson)).toEqual(place.ids.slice(0, largeCount));
    expect(await readIds(['list', '--all'], idOfRow)).toEqual(place.ids);
    const newest = ['export', '--format', 'har', '--after', String(place.ids[200])];
    expect(await readIds(newest, idOfEntry)).toEqual(place.ids.slice(0, 200));
  });
});

test('large bodies, text and binary, are written in flat memory', async () => {
  const plans = { free: { bytes: 1024 * 1024 * 1024 } };
  const environment = { HOOKWELL_PLANS: JSON.stringify(plans) };
  const place = await loggedInGuest(forTest(await startServer({ environment })));
  await place.visitor.endpoint();
  const [{ id }] = await place.visitor.ask(200, 'GET', '/api/endpoints');
  const { captures } = place.server.store;
  // In JSON the text takes six times as many characters.
  const size = 12 * 1024 * 1024;
  for (const character of ['\u0001', '\u00ff']) {
    const body = Buffer.alloc(size, character, 'latin1');
    stored([await captures.append(newCapture(id, { body }))]);
  }
  const words = ['requests', 'list', '--json'];
  const child = place.workplace.spawn(words, ['--max-old-space-size=64']);
  const closed = once(child, 'close');
  let length = 0;
  let lines = 0;
  for await (const piece of child.stdout ?? []) {
    length += piece.length;
    if (String(piece).endsWith('\n')) lines += 1;
  }
  expect(await closed).toEqual([0, null]);
  expect(lines).toBe(2);
  expect(length).toBeGreaterThan(size * (6 + 4 / 3));
});
