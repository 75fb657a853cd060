import { expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { comparable, plantShares, share, shown } from '../shares/sharing.ts';
import { password, send, startAccount } from '../start-server.ts';
import { at, startNodes } from './start-nodes.ts';

const cluster = forFile(await startNodes());

test('a share lives on every node, with the same places and versions, and ends on all at once', async () => {
  const [a, b, c] = cluster.nodes;
  const owner = await startAccount(a);
  const token = await owner.endpoint();
  const ids: number[] = [];
  for (const [number, node] of [a, b, c, a].entries())
    ids.push((await send(node, token, { method: 'POST', body: `{"n":${number}}` })).id);
  const ofEndpoint = await share(owner, { endpoint: token });
  const ofRequest = await share(owner, { request: ids[0] ?? 0 });
  const unknown = comparable(await shown(b, 'A'.repeat(43)));

  const pages = [];
  for (const node of [a, b, c])
    pages.push(await shown(node, ofEndpoint.secret, { query: '?limit=3' }));
  const [first, ...others] = pages;
  expect(first?.requests.map(({ body }) => body.text)).toEqual(['{"n":3}', '{"n":2}', '{"n":1}']);
  const { next = '' } = first ?? {};
  for (const page of others) {
    expect(page).toMatchObject({ status: 200, text: first?.text, next });
    expect(page.headers.get('etag')).toBe(first?.headers.get('etag'));
  }
  const rest = await shown(c, ofEndpoint.secret, { query: next });
  expect(rest.requests.map(({ body }) => body.text)).toEqual(['{"n":0}']);

  await send(b, token, { method: 'POST', body: '{"n":4}' });
  expect((await shown(c, ofEndpoint.secret)).requests).toHaveLength(5);
  // What a node remembers shows nothing of what is gone.
  await at(b, owner).ask(204, 'DELETE', `/api/requests/${ids[0]}`);
  for (const node of [a, b, c]) {
    expect(comparable(await shown(node, ofRequest.secret))).toEqual(unknown);
    expect((await shown(node, ofEndpoint.secret)).requests).toHaveLength(4);
  }
  await at(c, owner).ask(204, 'DELETE', `/api/shares/${ofEndpoint.id}`);
  for (const node of [a, b, c])
    expect(comparable(await shown(node, ofEndpoint.secret))).toEqual(unknown);
});

test('rules that change on one node are those of all', async () => {
  const [a, b] = cluster.nodes;
  const owner = await startAccount(a);
  const token = await owner.endpoint();
  await send(a, token, { method: 'POST', headers: { proof: 'proved-by-this' } });
  const { secret } = await share(owner, { endpoint: token });
  for (const node of [a, b]) expect((await shown(node, secret)).text).toContain('proved-by-this');
  const verify = { scheme: 'token', secrets: ['proved-by-this'], header: 'Proof' };
  await owner.ask(200, 'PUT', `/api/endpoints/${token}/settings`, { verify });
  for (const node of [a, b]) expect((await shown(node, secret)).text).not.toContain('proved-by');
  await owner.ask(204, 'DELETE', '/api/auth/me', { password });
  for (const node of [a, b]) expect((await shown(node, secret)).status).toBe(404);
});

test('shares made on three nodes at the same moment are exactly a hundred', async () => {
  const owner = await startAccount(cluster.nodes[0]);
  const token = await owner.endpoint();
  await plantShares(cluster.nodes[0], owner.id, { token }, 97);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, count) =>
      at(cluster.nodes[count % 3] ?? cluster.nodes[0], owner).call('POST', '/api/shares', {
        ...{ endpoint: token, days: 1, redact: 'secrets' },
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(await owner.ask(200, 'GET', '/api/shares')).toHaveLength(100);
});
