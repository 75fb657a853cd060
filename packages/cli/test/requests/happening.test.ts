import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { samples } from '../../../client/src/samples/index.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { startTarget } from '../forwarding/target-server.ts';
import { runInProcess } from '../in-process.ts';

const json = { 'content-type': 'application/json' };
const invoice = samples.find(({ id }) => id === 'stripe:invoice.paid')?.body ?? '';
const mail = samples.find(({ id }) => id === 'sendgrid:events')?.body ?? '';

const ids: number[] = [];
const server = forFile(await startServer());
const workplace = forFile(await KeyWorkplace.on(server));
const token = await workplace.visitor.endpoint();
const stripe = { ...json, 'user-agent': 'Stripe/1.0' };
for (const [path, headers, body] of [
  ['/pay', json, invoice],
  ['/mail', json, mail],
  ['/soap', { 'content-type': 'text/xml' }, '<a:Order xmlns:a="urn:x"/>'],
  ['/odd', json, '{"event":"\\u3164 two \\"words\\""}'],
  ['/packed', { ...stripe, 'content-encoding': 'gzip' }, gzipSync(invoice)],
  ['/large', stripe, `{"type":"a.b","rest":"${'x'.repeat(70_000)}"}`],
  ['/none', { 'content-type': 'text/plain' }, 'nothing'],
] as const) {
  ids.push((await send(server, token, { method: 'POST', path, headers, body })).id);
}

const run = (...words: string[]) => runInProcess(words, workplace.environment);
const idOf = (index: number) => String(ids.at(index));

test('a list has the sender and the event, of large and compressed bodies as far as the head tells', async () => {
  const { out } = await run('requests', 'list', token);
  const [headings = '', ...lines] = out.trimEnd().split('\n');
  const from = headings.indexOf('EVENT');
  const events = lines.map((line) => line.slice(from, headings.indexOf('PATH')).trim());
  expect(events).toEqual([
    '-',
    'Stripe',
    'Stripe',
    'ㅤ two "words"'.replace('ㅤ', '\\u{3164}'),
    'Order',
    'SendGrid processed +4',
    'Stripe invoice.paid',
  ]);
  const { out: found } = await run(
    'requests',
    'list',
    token,
    '--match',
    'event=invoice.paid path:pay',
  );
  expect(found).toMatch(/ Stripe invoice\.paid +\/pay\n$/);
});

test('a match with the most terms is listed without the events of bodies', async () => {
  const terms = Array.from({ length: 64 }, (_, index) => `-word${index}`).join(' ');
  const { out } = await run('requests', 'list', token, `--match=${terms}`);
  expect(out).toMatch(/ Stripe +\/large\n/);
  expect(out).not.toContain('invoice.paid');
});

test('a request that is shown says first what happened, of a compressed body too', async () => {
  const first = async (index: number) =>
    (await run('requests', 'show', idOf(index))).out.split('\n')[0];
  expect(await first(0)).toBe('Stripe invoice.paid');
  expect(await first(1)).toBe('SendGrid processed +4');
  expect(await first(4)).toBe('Stripe invoice.paid');
  expect(await first(5)).toBe('Stripe a.b');
  expect(await first(6)).toBe(`POST /wh/${token}/none`);
  const { out } = await run('wait', token, '--match', 'path=/mail');
  expect(out.split('\n')[0]).toBe('SendGrid processed +4');
});

test('JSON stays the JSON of the service', async () => {
  const { out } = await run('requests', 'show', idOf(0), '--json');
  expect(Object.keys(JSON.parse(out))).not.toContain('event');
  expect(Object.keys(JSON.parse(out))).not.toContain('sender');
});

test('a line of listen has them, forwarded or not', async () => {
  await using listening = workplace.startHere('listen', token, '--since', '0');
  expect((await listening.linesUpTo(2)).join('\n')).toMatch(
    /#\d+ {2}Stripe invoice\.paid {2}POST {2}\/pay .*\n.*#\d+ {2}SendGrid processed \+4 {2}POST {2}\/mail/,
  );
  await using target = await startTarget();
  await using forwarding = workplace.startHere(
    ...(['listen', token, '--since', '0', '--forward', target.url] as const),
  );
  expect((await forwarding.linesUpTo(1)).join('\n')).toMatch(
    / {2}Stripe invoice\.paid {2}POST {2}\/pay {2}→ 200/,
  );
});
