import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { send } from '../start-server.ts';
import { startMember, startTeam } from '../teams/team-server.ts';
import { at, startNodes } from './start-nodes.ts';
import { watch } from './stream-follower.ts';

test('a member who is removed on one node is out on all, and an endpoint that moved is at one account', async () => {
  await using cluster = await startNodes({ streamCheckMs: 100 });
  const [a, b, c] = cluster.nodes;
  const { owner, team } = await startTeam(a, 'plus');
  const member = await startMember(a, owner, team, 'member');
  const { token } = await at(b, member).ask(201, 'POST', `/api/endpoints?account=${team}`);
  // Each node knows the endpoint as the team's.
  for (const node of cluster.nodes) expect((await send(node, token)).status).toBe(200);
  using stream = await watch(at(b, member), `account=${team}`);
  await owner.ask(204, 'DELETE', `/api/teams/${team}/members/${member.id}`);
  for (const node of [b, c]) {
    await at(node, member).ask(404, 'GET', `/api/endpoints?account=${team}`);
  }
  await eventually(() => stream.ended !== 'no');

  await at(c, owner).ask(204, 'POST', `/api/endpoints/${token}/move?account=${team}`, {
    to: owner.id,
  });
  const ids: number[] = [];
  for (const node of cluster.nodes) ids.push((await send(node, token)).id);
  for (const node of cluster.nodes) {
    const list = await at(node, owner).ask(200, 'GET', '/api/requests');
    expect(list.map(({ id }: { id: number }) => id).slice(0, 3)).toEqual(ids.toReversed());
    expect(await at(node, owner).ask(200, 'GET', `/api/requests?account=${team}`)).toEqual([]);
  }
});
