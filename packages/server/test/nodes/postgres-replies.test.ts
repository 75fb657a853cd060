import { expect, test } from 'vitest';
import { endpointWith, putSettings } from '../replies/settings.ts';
import { headerRecord, signedHeaders } from '../signatures/signed-requests.ts';
import { send, startAccount } from '../start-server.ts';
import { inTurn, startNodes } from './start-nodes.ts';

test('settings that were put on one node count for the next request on every node', async () => {
  await using cluster = await startNodes();
  const [a, ...others] = cluster.nodes;
  const account = await startAccount(a, 'plus');
  const token = await account.endpoint();
  for (const node of others) expect((await send(node, token)).status).toBe(200);
  for (let status = 201; status <= 205; status += 1) {
    await putSettings(account, token, { replies: [{ status }] });
    for (const node of others) expect((await send(node, token)).status).toBe(status);
  }
  await account.ask(204, 'DELETE', `/api/endpoints/${token}/settings`);
  for (const node of others) expect((await send(node, token)).status).toBe(200);
});

test('the attempts of a delivery get the steps of its plan in order, whichever nodes they reach', async () => {
  await using cluster = await startNodes();
  const account = await startAccount(cluster.nodes[0], 'plus');
  const token = await endpointWith(account, {
    replies: [{ plan: ['500', '429 retry-after=1', '503', '200'] }],
  });
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    statuses.push((await send(inTurn(cluster.nodes, attempt), token)).status);
  }
  expect(statuses).toEqual([500, 429, 503, 200, 200]);
  // Many deliveries at once, all their attempts at once: each step is given once.
  const plans = await Promise.all(
    Array.from({ length: 10 }, async (_, delivery) => {
      const headers = { 'webhook-id': `delivery ${delivery}` };
      const sent = Array.from({ length: 6 }, (_, attempt) =>
        send(inTurn(cluster.nodes, delivery + attempt), token, { method: 'POST', headers }),
      );
      return (await Promise.all(sent)).map(({ status }) => status).toSorted();
    }),
  );
  for (const given of plans) expect(given).toEqual([200, 200, 200, 429, 500, 503]);
});

test('a new secret counts for the next request on every node', async () => {
  await using cluster = await startNodes();
  const [a, ...others] = cluster.nodes;
  const account = await startAccount(a, 'plus');
  const token = await account.endpoint();
  const replies = [{ when: 'signature=valid', status: 202 }, { status: 401 }];
  const secrets = ['one-secret-1111', 'two-secret-2222', 'three-secret-33'];
  for (const current of secrets) {
    await putSettings(account, token, {
      verify: { scheme: 'github', secrets: [current] },
      replies,
    });
    for (const node of others) {
      for (const secret of secrets) {
        const headers = headerRecord(signedHeaders(node, token, { scheme: 'github', secret }));
        const { status } = await send(node, token, { method: 'POST', headers, body: '{}' });
        expect(status).toBe(secret === current ? 202 : 401);
      }
    }
  }
});
