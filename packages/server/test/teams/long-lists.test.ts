import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { send, startServer } from '../start-server.ts';
import { startMember, startTeam } from './team-server.ts';

const server = forFile(await startServer());

test('a list that a member reads slowly ends once they are removed', async () => {
  const { owner, team } = await startTeam(server, 'plus');
  const { token } = await owner.ask(201, 'POST', `/api/endpoints?account=${team}`);
  const member = await startMember(server, owner, team, 'viewer');
  const staying = await startMember(server, owner, team, 'viewer');
  const body = 'x'.repeat(1_000_000);
  for (let sent = 0; sent < 20; sent += 1) await send(server, token, { method: 'POST', body });
  const begin = async ({ cookie = '' }): Promise<IncomingMessage> => {
    const path = `/api/requests?account=${team}`;
    const [response] = await once(get(`${server.url}${path}`, { headers: { cookie } }), 'response');
    return response;
  };
  const lists = [await begin(member), await begin(staying)];
  await owner.ask(204, 'DELETE', `/api/teams/${team}/members/${member.id}`);
  const whole = await Promise.allSettled(lists.map((list) => list.toArray()));
  expect(whole.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});
