import { afterEach, expect, test, vi } from 'vitest';
import { Budget } from '../../src/fairness/budget.ts';
import type { RedactionExchanges } from '../../src/shares/redaction-thread.ts';
import { ThreadClient } from '../../src/threads/thread-client.ts';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { send, startAccount, startServer } from '../start-server.ts';
import { comparable, share, shown } from './sharing.ts';

/* What happens while a page is made, or waits to be made. */

const server = forFile(await startServer());
afterEach(() => vi.restoreAllMocks());

/** Looks at every request before it is redacted; a size that it gives is that of the text in place of the right one. */
function beforeRedaction(look: (method: string) => Promise<number | undefined>): void {
  const redaction: ThreadClient<RedactionExchanges> = ThreadClient.prototype;
  const { ask } = redaction;
  vi.spyOn(redaction, 'ask').mockImplementation(async function (
    this: typeof redaction,
    kind,
    question,
    ...rest
  ) {
    // The prototype is that of all threads.
    const size = kind === 'redact' ? await look(question.capture.method) : undefined;
    if (size === undefined) return await ask.call(this, kind, question, ...rest);
    return { text: Buffer.from(JSON.stringify('x'.repeat(size))), decodedBytes: 0 };
  });
}

test('a share that ends while its reader waits for a turn shows nothing any more', async () => {
  const owner = await startAccount(server);
  const token = await owner.endpoint();
  await send(server, token, { method: 'POST', body: '{}' });
  const { id, secret } = await share(owner, { endpoint: token });
  const unknown = comparable(await shown(server, 'A'.repeat(43)));
  const gate = Promise.withResolvers<void>();
  beforeRedaction(() => gate.promise.then(() => undefined));
  const turns = vi.spyOn(Budget.prototype, 'acquire');
  const first = shown(server, secret);
  const second = shown(server, secret);
  // Each takes a turn of its network, and one of the account that shows.
  await eventually(() => turns.mock.calls.length >= 4);
  await owner.ask(204, 'DELETE', `/api/shares/${id}`);
  await send(server, token, { method: 'PUT' });
  gate.resolve();
  const [one, other] = await Promise.all([first, second]);
  const late = one.status === 200 ? other : one;
  expect(comparable(late)).toEqual(unknown);
});

test('a request that is forgotten while the one before it is redacted is shown all the same', async () => {
  const [owner, other] = [await startAccount(server), await startAccount(server)];
  const [token, otherToken] = [await owner.endpoint(), await other.endpoint()];
  const { id: request } = await send(server, token, { method: 'PUT' });
  await send(server, token, { method: 'POST' });
  await send(server, otherToken, { method: 'PATCH' });
  const ofOther = await share(other, { endpoint: otherToken });
  const mebibyte = 2 ** 20;
  beforeRedaction(async (method) => {
    if (method === 'PUT') return 30 * mebibyte;
    if (method === 'PATCH') return 4 * mebibyte;
    await shown(server, ofOther.secret);
    return undefined;
  });
  // What is remembered of one share is so for the other.
  const ofRequest = await share(owner, { request });
  expect((await shown(server, ofRequest.secret)).requests).toHaveLength(1);
  const { secret } = await share(owner, { endpoint: token });
  expect((await shown(server, secret)).requests).toHaveLength(2);
});
