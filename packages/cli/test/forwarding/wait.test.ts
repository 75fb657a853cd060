import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { freePort } from '../../../server/test/postgres/free-port.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from './key-workplace.ts';

let workplace: KeyWorkplace;
let token: string;
const server = forFile(await startServer());
beforeEach(async () => {
  workplace = await KeyWorkplace.on(server);
  token = await workplace.visitor.endpoint();
});
afterEach(() => workplace[Symbol.asyncDispose]());

async function post(body: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  return (await send(server, token, { method: 'POST', path: '/paid?a=1', body, headers })).id;
}

async function isWaiting(): Promise<void> {
  const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
  await eventually(metrics, (text) => text.includes('\nhookwell_open_streams 1\n'));
}

const paid = '{"type":"invoice.paid","n":820982911946154508}';

test('it shows the request that matches, once it comes', async () => {
  const match = 'method:POST json.type=invoice.paid';
  const outcome = workplace.run(['wait', token, '--match', match]);
  await isWaiting();
  // It passes this one over.
  await post('{"type":"invoice.sent"}');
  const id = await post(paid);
  const { code, out, error } = await outcome;
  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(out).toMatch(/^invoice\.paid\nPOST \/wh\/\w+\/paid\?a=1\n/);
  expect(out).toContain(`Request ${id}, `);
  expect(out).toContain('content-type: application/json\n');
  expect(out).toContain('"n": 820982911946154508');
});

test('stored requests count, the oldest first, after an id if one is given', async () => {
  const first = await post(paid);
  const second = await post(paid);
  const wait = ['wait', token, '--json', '--match', 'json.n=820982911946154508'];
  const out = await workplace.output(wait);
  expect(JSON.parse(out)).toMatchObject({ id: first, path: '/paid', body: paid });
  expect(out).toContain('"json":{"type":"invoice.paid","n":820982911946154508}');
  const after = [...wait, '--since', String(first)];
  expect(JSON.parse(await workplace.output(after))).toMatchObject({ id: second });
  expect(JSON.parse(await workplace.output([...wait, '--since', '10m']))).toMatchObject({
    id: first,
  });
  const now = await workplace.run([...wait, '--since', 'now', '--timeout', '200ms']);
  expect(now).toMatchObject({ code: 3, out: '' });
});

test('if nothing matches in time it ends with 3 and tells which requests came', async () => {
  const id = await post('{"type":"\u001b[2Jinvoice.sent"}');
  const match = ['--match', 'json.type=invoice.paid'];
  const outcome = await workplace.run(['wait', token, ...match, '--timeout', '300ms']);
  expect(outcome).toMatchObject({ code: 3, out: '' });
  expect(outcome.error).toMatch(/^hookwell: /);
  expect(outcome.error).toContain('0.3 s');
  expect(outcome.error).toContain(`The nearest is #${id}:\n  ✗ json.type=invoice.paid`);
  expect(outcome.error).not.toContain('\u001b');
});

test('if the service is never there it ends with 1 and says so', async () => {
  workplace.environment.HOOKWELL_URL = `http://127.0.0.1:${await freePort()}`;
  const outcome = await workplace.run(['wait', token, '--timeout', '300ms']);
  expect(outcome).toMatchObject({ code: 1, out: '' });
  expect(outcome.error).toMatch(
    /^hookwell: Nothing listens at http:\/\/127\.0\.0\.1:\d+: .* \(tried for 0\.3 s\)\n$/,
  );
});

test('large bodies are searched where they are stored, and are no part of the message', async () => {
  const body = `${'x'.repeat(11 * 1024 * 1024)}b`;
  const id = await send(server, token, { method: 'POST', body }).then((stored) => stored.id);
  const wait = ['wait', token, '--timeout', '0'];
  const missed = await workplace.run([...wait, '--match', 'body:a']);
  expect(missed).toMatchObject({ code: 3, out: '' });
  expect(missed.error).toMatch(/^hookwell: No request is stored that should match body:a\.\n/);
  expect(missed.error).not.toContain('xxx');
  const found = await workplace.run([...wait, '--match', 'body:b', '--json', '--since', '0']);
  expect(found.code).toBe(0);
  expect(found.out.slice(0, 20)).toContain(`"id":${id}`);
});

test('Ctrl-C ends it with 130', async () => {
  await using command = workplace.startHere('wait', token);
  await isWaiting();
  expect(await command.interrupt()).toBe(130);
  expect(command.errors).toBe('');
});

test.each([
  [['wait'], 2, 'TOKEN is missing'],
  [['wait', '!'], 1, 'No endpoint has the token or the name "!"'],
  [['wait', 'nobody0nobody'], 1, 'nobody0nobody'],
  [
    ['wait', 'abc', '--match', 'colour=x'],
    2,
    '(see "hookwell wait --help")\n  colour=x\n  ^^^^^^\n',
  ],
  [['wait', 'abc', '--timeout', 'soon'], 2, 'Option --timeout must be a time'],
])('%j fails at once', async (words, code, sentence) => {
  const outcome = await workplace.run(words);
  expect(outcome).toMatchObject({ code, out: '' });
  expect(outcome.error).toContain(sentence);
});
