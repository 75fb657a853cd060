import { expect, test } from 'vitest';
import { listen } from '../answering-server.ts';
import { runInProcess } from '../in-process.ts';

const token = '0h2v8q6c1d7x5m3k9r4t8w2y6b';
const event = (
  name: string | undefined,
  count: number,
  json: number,
  first: number,
  last: number,
) => ({
  ...(name !== undefined && { event: name }),
  count,
  firstReceivedAt: `2026-03-01T12:00:0${first}.000Z`,
  lastReceivedAt: `2026-03-01T12:00:0${last}.000Z`,
  json,
});

/** Pages as the service gives them, the newest first, by `before`. */
const pages = new Map([
  ['', [event('invoice.paid', 2, 2, 8, 9), event(undefined, 1, 0, 7, 7)]],
  ['20', [event('invoice.\u001bsent', 3, 1, 5, 6), event('invoice.paid', 4, 3, 4, 8)]],
  ['10', [event(undefined, 1, 1, 1, 3)]],
]);

/** A service of which only the events of one endpoint are asked. */
async function service(found = pages): Promise<Record<string, string>> {
  const befores = [...found.keys()];
  const url = await listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const before = searchParams.get('before') ?? '';
    const next = befores[befores.indexOf(before) + 1];
    const page = pathname === `/api/endpoints/${token}/events` ? found.get(before) : [];
    if (page !== undefined && page.length > 0 && next !== undefined) {
      response.setHeader('link', `<${pathname}?before=${next}>; rel="next"`);
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(page));
  });
  return { HOOKWELL_URL: url, HOOKWELL_API_KEY: `wh-${'a'.repeat(40)}` };
}

test('the events of all pages are listed, each once, the latest first', async () => {
  const { out, notes } = await runInProcess(['events', token], await service());
  expect(notes).toEqual([]);
  expect(out.trimEnd().split('\n')).toEqual([
    'LAST                      FIRST                     REQUESTS  JSON  EVENT',
    '2026-03-01T12:00:09.000Z  2026-03-01T12:00:04.000Z  6         5     invoice.paid',
    '2026-03-01T12:00:07.000Z  2026-03-01T12:00:01.000Z  2         1     -',
    '2026-03-01T12:00:06.000Z  2026-03-01T12:00:05.000Z  3         1     invoice.␛sent',
  ]);
});

test('as JSON each event is a line', async () => {
  const { out } = await runInProcess(['events', token, '--json'], await service());
  const lines = out.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    event('invoice.paid', 6, 5, 4, 9),
    event(undefined, 2, 1, 1, 7),
    event('invoice.\u001bsent', 3, 1, 5, 6),
  ]);
  expect(out).not.toContain('\u001b');
});

test('without a request there is nothing but a note', async () => {
  const empty = await service(new Map([['', []]]));
  expect(await runInProcess(['events', token], empty)).toEqual({
    out: '',
    notes: ['No request is captured'],
  });
});
