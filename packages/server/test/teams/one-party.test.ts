import { expect, test } from 'vitest';
import { tokenLookUps } from '../../src/receive/token-look-ups.ts';
import { forFile } from '../kept-for.ts';
import { openStream } from '../live/stream-client.ts';
import { startServer } from '../start-server.ts';
import { startTeam } from './team-server.ts';

const server = forFile(await startServer({ environment: { HOOKWELL_STREAMS_PER_ACCOUNT: '2' } }));

/** Its founder has another free team, and one that pays. */
async function startTeams() {
  const { owner, team } = await startTeam(server);
  const { id: other } = await owner.ask(201, 'POST', '/api/teams', { name: 'Other' });
  const { id: paying } = await owner.ask(201, 'POST', '/api/teams', { name: 'Paying' });
  const change = server.store.db.updateTable('account').set({ plan: 'plus' });
  await change.where('id', '=', paying).execute();
  return { owner, team, other, paying };
}

test('the streams of free teams count with those of their founder', async () => {
  const { owner, team, other, paying } = await startTeams();
  const open = (query: string) =>
    openStream(`${server.url}/api/sse${query}`, { cookie: owner.cookie ?? '' });
  using own = await open('');
  using ofTeam = await open(`?account=${team}`);
  using ofOther = await open(`?account=${other}`);
  using ofPaying = await open(`?account=${paying}`);
  const streams = [own, ofTeam, ofOther, ofPaying];
  expect(streams.map(({ response }) => response.statusCode)).toEqual([200, 200, 429, 200]);
});

test('captures for a free team count for its founder', async () => {
  const { owner, team, paying } = await startTeams();
  const lookUps = tokenLookUps(server.store.db);
  const founderOf = async (query: string) => {
    const { token } = await owner.ask(201, 'POST', `/api/endpoints${query}`);
    return (await lookUps.find(token))?.founder;
  };
  expect(await founderOf('')).toBeUndefined();
  expect(await founderOf(`?account=${team}`)).toBe(owner.id);
  expect(await founderOf(`?account=${paying}`)).toBeUndefined();
});
