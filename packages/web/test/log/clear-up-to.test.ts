import { expect, test } from 'vitest';
import { visit } from '../../../client/test/visitor-client.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { clearUpTo } from '../../src/log/clear-up-to.ts';
import { idsOf } from './summary.ts';

const server = forFile(await startServer());

test('clears a scope in one call', async () => {
  const { client, sent } = visit(server);
  await client.auth.guest();
  const [mine, other] = [await client.endpoints.create(), await client.endpoints.create()];
  const { id: kept } = await send(server, other.token);
  await send(server, mine.token);
  const { id } = await send(server, mine.token);
  await clearUpTo(client, id, mine.token);
  expect(idsOf((await client.requests.page()).items)).toEqual([kept]);
  expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  await clearUpTo(client, id, undefined);
  expect((await client.requests.page()).items).toEqual([]);
});

test('keeps requests that have come since', async () => {
  const { client, sent } = visit(server);
  await client.auth.guest();
  const { token } = await client.endpoints.create();
  let upTo = 0;
  for (let n = 0; n < 12; n++) upTo = (await send(server, token)).id;
  const { id: newer } = await send(server, token);
  await clearUpTo(client, upTo, token);
  expect(idsOf((await client.requests.page()).items)).toEqual([newer]);
  expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});
