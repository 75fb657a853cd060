import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { samples } from '../../../client/src/samples/index.ts';
import { eventually } from '../../../server/test/eventually.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { putSettings } from '../../../server/test/replies/settings.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { startTarget } from '../forwarding/target-server.ts';
import { Workplace } from '../hookwell-process.ts';

let workplace: KeyWorkplace;
let token: string;
const server = forFile(await startServer());
beforeEach(async () => {
  workplace = await KeyWorkplace.on(server);
  token = await workplace.visitor.endpoint();
});
afterEach(() => workplace[Symbol.asyncDispose]());

/** The captured request with the id that the command has printed. */
async function captured(id: string) {
  const request = await workplace.visitor.ask(200, 'GET', `/api/requests/${id}`);
  const wire = await workplace.visitor.ask(200, 'GET', `/api/requests/${id}/wire`);
  return { ...request, wire };
}

test('a sample arrives as its sender makes it', async () => {
  const [sample] = samples.filter(({ id }) => id === 'github:push');
  const id = await workplace.output(['send', token, '--sample', 'github:push']);
  const { method, body, wire } = await captured(id);
  expect({ method, raw: body.raw }).toEqual({ method: 'POST', raw: sample?.body });
  const stored = sample?.headers.filter(([name]) => !/^x-/i.test(name)) ?? [];
  expect(wire.headers).toEqual(expect.arrayContaining(stored.map((header) => [...header])));
  expect(wire.droppedHeaders).toBe((sample?.headers.length ?? 0) - stored.length);
});

test('every sample can be sent, to a receive URL without a login too', async () => {
  await using stranger = new Workplace();
  for (const { id } of samples) {
    const url = `${server.url}/wh/${token}`;
    expect(await stranger.output(['send', url, '--sample', id])).toMatch(/^\d+$/);
  }
  const stored = await workplace.visitor.ask(200, 'GET', '/api/requests');
  expect(stored).toHaveLength(samples.length);
});

test('--samples lists them', async () => {
  const out = await workplace.output(['send', '--samples']);
  const rows = out.split('\n').map((line) => line.split(/ {2,}/));
  expect(rows.slice(1)).toEqual(samples.map(({ id, sender, title }) => [id, sender, title]));
  const lines = (await workplace.output(['send', '--samples', '--json'])).split('\n');
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(samples.map(({ id }) => id));
});

test('a webhook of your own has your method, path, headers and body', async () => {
  const words = ['--path', '/a%20b?c=1', '--header', 'Odd: 1', '--header', 'odd:2'];
  const own = ['--method', 'PUT', '--data', '{"a":1}'];
  const { method, path, wire, body } = await captured(
    await workplace.output(['send', token, ...words, ...own]),
  );
  expect({ method, path, raw: body.raw }).toEqual({
    method: 'PUT',
    path: '/a%20b',
    raw: '{"a":1}',
  });
  expect(wire.target).toBe(`/wh/${token}/a%20b?c=1`);
  expect(wire.headers).toEqual(
    expect.arrayContaining([
      ['Odd', '1'],
      ['odd', '2'],
    ]),
  );

  expect(await captured(await workplace.output(['send', token]))).toMatchObject({ method: 'GET' });
  const odd = ['--method', 'get', '--path', '/café?n=€', '--data', 'x'];
  expect(await captured(await workplace.output(['send', token, ...odd]))).toMatchObject({
    ...{ method: 'get', path: '/caf\xc3\xa9', queryParams: { n: '€' } },
  });
  const file = join(workplace.folder, 'body.bin');
  writeFileSync(file, 'from a file');
  const posted = await captured(await workplace.output(['send', token, '--data-file', file]));
  expect(posted).toMatchObject({ method: 'POST', body: { raw: 'from a file' } });
  const piping = ['send', token, '--data-stdin', '--json'];
  const piped = await workplace.output(piping, 'from a pipe');
  const { id, message } = JSON.parse(piped);
  expect(message).toBe('Webhook received');
  expect(await captured(id)).toMatchObject({ body: { raw: 'from a pipe' } });
});

test('headers given beside a sample take the place of its own', async () => {
  const words = ['--sample', 'stripe:invoice.paid', '--header', 'user-agent: mine'];
  const { headers } = await captured(await workplace.output(['send', token, ...words]));
  expect(headers['user-agent']).toBe('mine');
});

test('guests hear of a remedy if their space is used up', async () => {
  await using full = await startServer({ environment: { HOOKWELL_MAX_STORE_BYTES: '6000000' } });
  await using guest = new Workplace();
  guest.environment.HOOKWELL_URL = full.url;
  const url = await guest.output(['endpoints', 'create']);
  const file = join(guest.folder, 'body');
  writeFileSync(file, 'b'.repeat(150_000));
  const words = ['send', url, '--data-file', file];
  const { error } = await eventually(
    () => guest.run(words),
    ({ code }) => code !== 0,
  );
  expect(error).toBe(
    'hookwell: The webhook was answered with 507: Guests have used up the space that they may have ' +
      '("hookwell requests clear" makes room; endpoints of a registered account have more)\n',
  );
});

test('a limit is told with its number and a remedy', async () => {
  await using small = await startServer({ environment: { HOOKWELL_MAX_BODY_BYTES: '10' } });
  await using place = await KeyWorkplace.on(small);
  const endpoint = await place.visitor.endpoint();
  expect((await place.run(['send', endpoint, '--data', 'more than ten'])).error).toBe(
    'hookwell: The webhook was answered with 413: The body is too large (this one has 13 B; a service takes ' +
      '25 MiB, or what its HOOKWELL_MAX_BODY_BYTES says)\n',
  );
  const header = ['--header', `a: ${'b'.repeat(40_000)}`];
  expect((await place.run(['send', endpoint, ...header])).error).toContain('431: ');
  await using strict = await startServer({ environment: { HOOKWELL_AUTH_RATE_LIMIT: '1' } });
  await using stranger = new Workplace();
  const login = ['login', '--guest', '--url', strict.url];
  await stranger.output(login);
  await stranger.output(['logout', '--yes']);
  expect((await stranger.run(login)).error).toMatch(
    /^hookwell: Too many requests: try again in \d+ s\n$/,
  );
});

test('whatever the endpoint answers, a stored webhook has its id, and the answer is shown', async () => {
  const replies = [
    { when: 'path:/down', status: 503, body: '{"error":"\u001b[31mlater"}' },
    { when: 'path:/id', body: '{"id":7,"message":"mine"}' },
    { when: 'path:/cut', plan: ['truncate 2'], body: 'abcdef' },
    { when: 'path:/long', status: 201, body: 'b'.repeat(20_000) },
    { when: 'path:/reset', plan: ['reset'] },
    { status: 204 },
  ];
  await putSettings(workplace.visitor, token, { replies });
  const send = (path: string, ...words: string[]) =>
    workplace.run(['send', token, '--path', path, '--data', path, ...words]);
  const said = [
    ['/down', '503: {"error":"␛[31mlater"}'],
    ['/id', '200: {"id":7,"message":"mine"}'],
    ['/cut', '200: ab (it broke its answer off)'],
    ['/long', `201: ${'b'.repeat(200)}…`],
    ['/', '204'],
  ] as const;
  for (const [path, words] of said) {
    const { code, out, error } = await send(path);
    expect({ code, error }).toEqual({ code: 0, error: `The endpoint answered with ${words}\n` });
    expect(await captured(out.trim())).toMatchObject({ path, body: { raw: path } });
  }
  const whole = JSON.parse((await send('/long', '--json')).out);
  expect(whole).toEqual({ id: expect.any(Number), status: 201, answer: 'b'.repeat(10_000) });
  const cut = JSON.parse((await send('/cut', '--json')).out);
  expect(cut).toMatchObject({ status: 200, answer: 'ab', error: 'it broke its answer off' });
  const { out: head } = await send('/down', '--method', 'HEAD');
  expect(await captured(head.trim())).toMatchObject({ method: 'HEAD' });
  expect(await send('/reset')).toMatchObject({
    code: 1,
    error:
      'hookwell: The webhook was not acknowledged: it closed the connection without an answer ' +
      '(if the endpoint answers so, the webhook is stored)\n',
  });
});

test('a webhook that is not captured makes it fail', async () => {
  const unknown = await workplace.run(['send', '0h2v8q6c1d7x5m3k9r4t8w2y6b']);
  expect(unknown).toMatchObject({ code: 1, out: '' });
  expect(unknown.error).toMatch(/^hookwell: The webhook was answered with 404: .+\n$/);
  await using other = await startTarget((_arrival, response) => void response.end('hello'));
  expect(await workplace.run(['send', `${other.url}/wh/abc`])).toMatchObject({
    code: 1,
    error: `hookwell: The webhook was answered with 200, and nothing in the answer says that it was stored: this is no Hookwell service\n`,
  });
});

test.each([
  [[], 'TOKEN is missing'],
  [
    ['abc', '--sample', 'nobody:nothing'],
    'There is no sample "nobody:nothing": --samples lists them',
  ],
  [['abc', '--header', 'nonsense'], '"nonsense" is not a header'],
  [['abc', '--header', 'A: \u20ac'], 'The value of A has characters that cannot be sent'],
  [['abc', '--path', 'orders'], 'Option --path must begin with "/" or "?"'],
  [['abc', '--sample', 'github:push', '--data', 'x'], '--data'],
])('%j cannot be understood', async (words, sentence) => {
  const outcome = await workplace.run(['send', ...words]);
  expect(outcome).toMatchObject({ code: 2, out: '' });
  expect(outcome.error).toContain(sentence);
});
