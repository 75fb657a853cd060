import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { send, startAccount, startServer } from '../start-server.ts';

test('a search that takes long is answered 429, and each call goes on where the last one stopped', async () => {
  await using server = await startServer();
  const visitor = await startAccount(server, 'enterprise');
  const token = await visitor.endpoint();
  const { id } = await send(server, token, { method: 'POST', body: 'wanted' });
  // Bodies of one account are decided at 16 MiB a second, after 64 MiB: three of these at once, then two in three seconds.
  const body = new Uint8Array(gzipSync(Buffer.alloc(25 * 1024 * 1024)));
  const headers = { 'content-encoding': 'gzip' };
  for (let count = 0; count < 9; count++)
    await send(server, token, { method: 'POST', headers, body });
  const path = `/api/endpoints/${token}/freshness?within=1h&match=wanted`;
  const unfinished: Response[] = [];
  let answer = await visitor.call('GET', path);
  for (; answer.status === 429; answer = await visitor.call('GET', path)) unfinished.push(answer);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ fresh: true, newestId: id });
  expect(unfinished.length).toBeGreaterThan(0);
  for (const each of unfinished) {
    expect(each.headers.get('retry-after')).toBe('1');
    expect(await each.text()).toMatch(/the next call on this node goes on where it stopped"}$/);
  }
  // All of it is known now.
  const began = performance.now();
  expect((await visitor.call('GET', path)).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(2000);
});
