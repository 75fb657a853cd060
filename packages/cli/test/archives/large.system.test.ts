import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { startTarget } from '../forwarding/target-server.ts';
import { outcomeOf, Workplace } from '../hookwell-process.ts';

const mebibyte = 1024 * 1024;
const small = 50_000;
const judged = 20_000;
const largeBody = 12 * mebibyte;

function entry(request: object, answer = ''): string {
  const known = { method: 'POST', url: 'https://shop.example/x', headers: [] };
  return JSON.stringify({
    startedDateTime: '2026-03-01T12:00:00Z',
    request: { ...known, ...request },
    response: { content: { text: answer } },
  });
}

/** An archive of hundreds of MiB: many small entries, large answers, and one large body at the end. */
function* largeArchive(small: number, answers: number): Generator<string, void> {
  yield '{"log":{"entries":[';
  const some = `${entry({ postData: { text: '{"a":"\\n"}' } })},`.repeat(100);
  for (let count = 0; count < small; count += 100) yield some;
  const answer = 'answer "\\ '.repeat(mebibyte / 2);
  for (let count = 0; count < answers; count++) yield `${entry({ method: 'GET' }, answer)},`;
  const text = Buffer.alloc(largeBody, 7).toString('base64');
  yield `${entry({ postData: { encoding: 'base64', text } })}]}}`;
}

/** The most memory that the process has had, in bytes. */
function peakOf(pid: number): number {
  const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}

test('an archive of hundreds of MiB is read in bounded memory', async () => {
  await using workplace = new Workplace();
  const peaks: number[] = [];
  let pid = 0;
  await using target = await startTarget((_, response) => {
    peaks.push(peakOf(pid));
    response.writeHead(200, { 'hookwell-request': '1' }).end();
  });
  const file = join(workplace.folder, 'large.har');
  await pipeline(Readable.from(largeArchive(small, 25)), createWriteStream(file));
  const to = `${target.url}/wh/${'a'.repeat(26)}`;
  // Of all that was checked, the last two are sent.
  const words = ['requests', 'import', file, '--to', to, '--skip', String(small + 24)];
  const heap = ['--max-old-space-size=32', '--max-semi-space-size=2'];
  const child = workplace.spawn(words, heap);
  pid = child.pid ?? 0;
  expect(await outcomeOf(child)).toMatchObject({
    ...{ code: 0, out: '' },
    error: expect.stringMatching(/Imported 2 requests\n$/),
  });
  expect(target.arrivals.map(({ body }) => body.length)).toEqual([0, largeBody]);
  // The body takes some 50 MB, as Base64, as bytes and on its way; the command by itself 70 MB.
  expect(Math.max(...peaks)).toBeLessThan(220 * mebibyte);
});

test('its bodies are judged in bounded memory', async () => {
  await using workplace = new Workplace();
  const file = join(workplace.folder, 'large.har');
  await pipeline(Readable.from(largeArchive(judged, 20)), createWriteStream(file));
  const words = ['check', file, '--schema', '-'];
  const heap = ['--max-old-space-size=48', '--max-semi-space-size=2'];
  const child = workplace.spawn(words, heap);
  const schema = JSON.stringify({ properties: { a: { type: 'string' } }, required: ['a'] });
  let peak = 0;
  const watching = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid ?? 0) || 0);
  }, 20);
  child.once('exit', () => clearInterval(watching));
  const ended = await outcomeOf(child, schema);
  expect(ended).toMatchObject({ code: 0, out: `${judged} requests fit\n` });
  expect(peak).toBeGreaterThan(mebibyte);
  expect(peak).toBeLessThan(260 * mebibyte);
});
