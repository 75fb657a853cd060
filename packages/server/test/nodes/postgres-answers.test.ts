import { expect, test } from 'vitest';
import { answer, type ListenedRequest, listen } from '../answers/listener.ts';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { send, startAccount, withKey } from '../start-server.ts';
import { at, startNodes } from './start-nodes.ts';

const { nodes } = forFile(await startNodes());
const [first, second, third] = nodes;
const visitor = await withKey(await startAccount(first, 'plus'));

/** Sends to a node until senders wait there: the listener is known. */
async function waitingOn(node: typeof first, token: string): Promise<Promise<Response>> {
  for (;;) {
    const sent = fetch(`${node.url}/wh/${token}`, { method: 'POST', body: 'hi' });
    const isWaiting = await Promise.race([
      sent.then(() => false),
      new Promise<true>((resolve) => setTimeout(resolve, 300, true)),
    ]);
    if (isWaiting) return sent;
  }
}

test('a listener, a sender and an answer may be on three nodes', async () => {
  const token = await visitor.endpoint();
  using stream = await listen(at(second, visitor), token);
  const sent = await Promise.resolve().then(() => [waitingOn(first, token)] as const);
  const last = (await eventually(
    () => stream.requests.at(-1) as ListenedRequest | undefined,
    (request) => request?.waiting === true,
  )) as ListenedRequest;
  const body = Buffer.alloc(1024 * 1024, 'é').toString('base64');
  const [one, other] = await Promise.all([
    answer(at(third, visitor), last.id, { status: 222, headers: { 'X-A': 'ä' }, bodyBase64: body }),
    answer(at(second, visitor), last.id, {
      status: 223,
      headers: { 'X-A': 'ä' },
      bodyBase64: body,
    }),
  ]);
  expect([one, other].sort()).toEqual([204, 409]);
  const response = await await sent[0];
  const status = one === 204 ? 222 : 223;
  expect(response.status).toBe(status);
  expect(response.headers.get('x-a')).toBe('ä');
  expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(body);
  expect(await visitor.ask(200, 'GET', `/api/requests/${last.id}`)).toMatchObject({
    answer: String(status),
    answeredBy: 'listener',
  });
  stream[Symbol.dispose]();
  await eventually(
    async () => (await send(first, token)).status,
    (now) => now === 200,
  );
});
