import { afterEach, beforeEach, expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { oddMethods, oddSuffix, storeOdd } from '../../../server/test/odd-requests.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { type RawTarget, startRawTarget } from '../forwarding/raw-target.ts';
import { keepingIn, requestLineOf } from '../forwarding/written-requests.ts';

const server = forFile(await startServer());
let workplace: KeyWorkplace;
let target: RawTarget;
let requests: string[];
let token: string;

beforeEach(async () => {
  requests = [];
  workplace = await KeyWorkplace.on(server);
  target = await startRawTarget(keepingIn(requests));
  token = await workplace.visitor.endpoint();
});
afterEach(async () => {
  await target[Symbol.asyncDispose]();
  await workplace[Symbol.asyncDispose]();
});

async function storeAll(): Promise<number[]> {
  const ids: number[] = [];
  for (const method of oddMethods)
    ids.push(await storeOdd(server, workplace.visitor, token, { method, suffix: oddSuffix }));
  return ids;
}

const sentLines = oddMethods.map((method) => `${method} /hook${oddSuffix}`);

test('an HTTP archive has a URL that every program reads', async () => {
  await storeOdd(server, workplace.visitor, token, { suffix: oddSuffix });
  const exported = await workplace.output(['requests', 'export', token, '--format', 'har']);
  const [entry] = JSON.parse(exported).log.entries;
  const { url, queryString } = entry.request;
  expect(new URL(url).href).toBe(url);
  expect(url).toBe(
    `${server.url}/wh/${token}/caf%C3%A9/%FF%9B31m/%C3%A9?n%C3%A4me=%E2%82%AC&bad=%C3(&p=%C3%A9+%80`,
  );
  expect(entry._hookwell.target).toBe(`/wh/${token}${oddSuffix}`);
  expect(queryString).toEqual([
    { name: 'näme', value: '€' },
    { name: 'bad', value: 'Ã(' },
    { name: 'p', value: 'é \x80' },
  ]);
});

test('captured requests are replayed and forwarded byte for byte', async () => {
  const ids = await storeAll();
  await workplace.output(['replay', ...ids.map(String), '--to', `${target.url}hook`]);
  expect(requests.map(requestLineOf)).toEqual(sentLines);
  requests.length = 0;
  const words = [token, '--forward', `${target.url}hook`, '--since', '0'];
  await using command = workplace.startHere('listen', ...words);
  const lines = await command.linesUpTo(oddMethods.length);
  expect(requests.map(requestLineOf)).toEqual(sentLines);
  expect(lines[0]).toContain('/hook/café/ÿ\\u{9b}31m/%C3%A9?näme=€');
});

test('what is shown is text, without anything that a terminal would act on', async () => {
  const id = await storeOdd(server, workplace.visitor, token, { suffix: oddSuffix });
  for (const words of [
    ['requests', 'show', String(id)],
    ['requests', 'list', token],
  ]) {
    const out = await workplace.output(words);
    expect(out).toContain('/café/ÿ\\u{9b}31m/%C3%A9?näme=€');
    expect(out).not.toMatch(/[\x80-\x9f]/);
  }
  const [line] = await workplace.jsonLines(['requests', 'list', token, '--json']);
  expect(line.target).toBe(`/wh/${token}${oddSuffix}`);
});
