import { describe, expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { deliveryRows } from '../../src/commands/deliveries.ts';
import { timeSpan } from '../../src/output/amounts.ts';
import { TextTable } from '../../src/output/text.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { runInProcess } from '../in-process.ts';

let now = Date.parse('2026-03-01T12:00:00Z');
const server = forFile(await startServer({ clock: () => now }));
const workplace = forFile(await KeyWorkplace.on(server));
const token = await workplace.visitor.endpoint();

function run(...words: string[]) {
  return runInProcess(words, workplace.environment);
}

async function attempt(id: string, afterMs = 0): Promise<number> {
  now += afterMs;
  const headers = { 'webhook-id': id };
  const { status } = await fetch(`${server.url}/wh/${token}/paid`, { method: 'POST', headers });
  return status;
}

describe('deliveries', () => {
  test('are shown with their attempts, answers and gaps, newest first', async () => {
    expect((await run('deliveries', token)).notes).toEqual([
      'There is no delivery: only endpoints with settings, other than xHeaders, have some',
    ]);
    const plan = ['500', '429 retry-after=60', '200'];
    await workplace.visitor.ask(200, 'PUT', `/api/endpoints/${token}/settings`, {
      replies: [{ plan }],
    });
    expect((await run('deliveries', token)).notes).toEqual([
      'There is no delivery: no request is stored that came since the endpoint has settings',
    ]);
    const statuses = [await attempt('a'), await attempt('a', 1500), await attempt('a', 95_000)];
    expect(statuses).toEqual([500, 429, 200]);
    await attempt('b', 1000);
    const [headings, second, first] = (await run('deliveries', token)).out.trimEnd().split('\n');
    expect(headings).toMatch(/^FIRST +RECEIVED +OUTCOME +ATTEMPTS$/);
    expect(second).toMatch(/^#\d+ +2026-03-01T12:01:37\.500Z +open +500$/);
    expect(first).toMatch(
      /^#\d+ +2026-03-01T12:00:00\.000Z +accepted +500, \+1\.5s 429, \+1m 35s 200$/,
    );
    const { out, notes } = await run('deliveries', token, '--limit', '1', '--json');
    expect(JSON.parse(out)).toMatchObject({ outcome: 'open', attempts: [{ answer: '500' }] });
    expect(notes).toEqual(['There are older ones: --limit N shows more']);
  });

  test('of an endpoint that is not there are told', async () => {
    const unknown = 'x'.repeat(26);
    await expect(run('deliveries', unknown)).rejects.toThrow(
      `No endpoint has the token ${unknown}`,
    );
    await expect(run('deliveries', token, '--limit', '0')).rejects.toThrow('--limit');
  });
});

test('a delivery of many attempts goes on in further lines of 80 columns', () => {
  const attempts = Array.from({ length: 12 }, (_, index) => ({
    id: 4_211_000 + index,
    receivedAt: new Date(Date.UTC(2026, 2, 1, 12, index)).toISOString(),
    answer: index % 2 === 0 ? 'timeout 10s' : '500',
    bodyHash: '0'.repeat(64),
  }));
  const times = { first: '2026-03-01T12:00:00.000Z', last: '2026-03-01T12:11:00.000Z' };
  const delivery = { delivery: 'd', ...times, outcome: 'accepted' as const, attempts };
  const lines = new TextTable(['FIRST', 'RECEIVED', 'OUTCOME', 'ATTEMPTS'], 80).lines(
    deliveryRows(delivery, 80),
  );
  expect(lines.length).toBeGreaterThan(4);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  const shown = lines.slice(1).map((line) => line.slice(-36).trim());
  expect(lines.join('')).not.toContain('…');
  expect(shown.join(' ').match(/timeout 10s|500/g)).toHaveLength(12);
});

test.each([
  [0, '0ms'],
  [-5, '0ms'],
  [999, '999ms'],
  [1500, '1.5s'],
  [59_949, '59.9s'],
  [59_960, '1m'],
  [90_000, '1m 30s'],
  [3_600_000, '1h'],
  [7_290_000, '2h 1m'],
  [90_000_000, '1d 1h'],
])('a gap of %d ms is %s', (milliseconds, text) => {
  expect(timeSpan(milliseconds)).toBe(text);
});
