import { describe, expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { runInProcess } from '../in-process.ts';

const server = forFile(await startServer());
const workplace = forFile(await KeyWorkplace.on(server));
const token = await workplace.visitor.endpoint();
const settings = {
  replies: [{ when: 'path=/plan', plan: ['429 retry-after=60', 'reset', '200'] }],
  delivery: 'header.webhook-id',
};
await workplace.visitor.ask(200, 'PUT', `/api/endpoints/${token}/settings`, settings);
for (const path of ['/plan', '/plan', '/plan', '/other']) {
  const headers = { 'webhook-id': path };
  // A reset is the answer of the second attempt.
  await fetch(`${server.url}/wh/${token}${path}`, { headers }).catch(() => undefined);
}
const stored = await workplace.visitor.ask(200, 'GET', `/api/requests/endpoint/${token}`);
const ids = stored.map(({ id }: { id: number }) => id).reverse();

async function output(...words: string[]): Promise<string> {
  return (await runInProcess(words, workplace.environment)).out;
}

async function jsonLines(...words: string[]) {
  return (await output(...words))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('what was answered', () => {
  test('stands in lists of endpoints with settings, and nowhere else', async () => {
    const lines = (await output('requests', 'list', token)).split('\n');
    expect(lines[0]).toMatch(/^ID +ANSWER +RECEIVED/);
    const answers = lines.slice(1, 5).map((line) => line.split(/ +/)[1]);
    expect(answers).toEqual(['200', '200', 'reset', '429']);
    const other = await workplace.visitor.endpoint();
    await fetch(`${server.url}/wh/${other}`);
    expect(await output('requests', 'list', other)).toMatch(/^ID +RECEIVED/);
  });

  test('stands with each request', async () => {
    const second = (id: string) => output('requests', 'show', id);
    expect(await second(String(ids[0]))).toContain('\nAnswered 429, attempt 1\n');
    expect(await second(String(ids[1]))).toContain('\nNo reply (reset), attempt 2\n');
  });

  test('is part of the exact JSON', async () => {
    const requests = await jsonLines('requests', 'list', token, '--json');
    expect(requests.reverse()).toMatchObject([
      { id: ids[0], answer: '429', attempt: 1 },
      { id: ids[1], answer: 'reset', attempt: 2 },
      { id: ids[2], answer: '200', attempt: 3 },
      { id: ids[3], answer: '200', attempt: 1 },
    ]);
    const deliveries = requests.map(({ delivery }) => delivery);
    expect(deliveries[1]).toBe(deliveries[0]);
    expect(deliveries[3]).not.toBe(deliveries[0]);
    expect(await jsonLines('requests', 'show', String(ids[1]), '--json')).toMatchObject([
      { answer: 'reset', attempt: 2, delivery: deliveries[0] },
    ]);
  });

  test('is the response in an HTTP archive; a fault has the status 0 and a comment', async () => {
    const har = JSON.parse(await output('requests', 'export', token, '--format', 'har'));
    const responses = har.log.entries.map(({ response }: { response: object }) => response);
    expect(responses).toMatchObject([
      { status: 200, statusText: 'OK' },
      { status: 200 },
      { status: 0, statusText: '', comment: 'reset' },
      { status: 429, statusText: 'Too Many Requests' },
    ]);
    expect(har.log.entries[2]._hookwell).toMatchObject({ answer: 'reset', attempt: 2 });
  });

  test('stands in the lines of listen, unless it is 200', async () => {
    await using listening = workplace.startHere('listen', token, '--since', '1h');
    const lines = await listening.linesUpTo(4);
    const shown = lines.map(
      (line) => /answered 429, attempt 1|no reply .*attempt 2/.exec(line)?.[0],
    );
    expect(shown).toEqual([
      'answered 429, attempt 1',
      'no reply (reset), attempt 2',
      undefined,
      undefined,
    ]);
  });
});
