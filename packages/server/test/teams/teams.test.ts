import { expect, test } from 'vitest';
import {
  checkout,
  deliverAll,
  environment as payments,
  secondsNow,
} from '../billing/payment-provider.ts';
import { forFile } from '../kept-for.ts';
import { send, startGuest, startServer, Visitor } from '../start-server.ts';
import { startMember, startTeam } from './team-server.ts';

const environment = { ...payments, HOOKWELL_CHECKOUT_LINKS: 'plus=https://pay.example/plus' };
const server = forFile(await startServer({ environment }));
const { db } = server.store;

test('a team is an account of its own, which its members act for', async () => {
  const { owner, team } = await startTeam(server, 'plus');
  expect(await owner.ask(200, 'GET', '/api/teams')).toEqual([
    { id: team, name: 'Payments', role: 'owner' },
  ]);
  const viewer = await startMember(server, owner, team, 'viewer');
  const { token } = await owner.ask(201, 'POST', `/api/endpoints?account=${team}`);
  const { id } = await send(server, token);
  expect(await viewer.ask(200, 'GET', `/api/requests?account=${team}`)).toMatchObject([{ id }]);
  expect(await viewer.ask(200, 'GET', '/api/requests')).toEqual([]);
  expect(await viewer.ask(200, 'GET', `/api/auth/me?account=${team}`)).toEqual({
    ...{ id: team, isGuest: false, plan: 'plus', status: 'active' },
  });
  expect(await viewer.ask(200, 'GET', `/api/auth/me?account=${viewer.id}`)).toMatchObject({
    id: viewer.id,
  });
  const renamed = { name: 'Billing' };
  await viewer.ask(403, 'PATCH', `/api/teams/${team}`, renamed);
  await owner.ask(200, 'PATCH', `/api/teams/${team}`, renamed);
  expect(await viewer.ask(200, 'GET', '/api/teams')).toEqual([
    { id: team, name: 'Billing', role: 'viewer' },
  ]);
});

test('a team has a name that can be seen, and answers it as it is stored', async () => {
  const { owner, team } = await startTeam(server);
  const path = `/api/teams/${team}`;
  for (const name of [' ', '\u00a0\u3000\t\n', 'a\0', ' \0', '', 'x'.repeat(101)]) {
    for (const answer of [
      await owner.ask(400, 'POST', '/api/teams', { name }),
      await owner.ask(400, 'PATCH', path, { name }),
    ])
      expect(answer.error).toMatch(/^name must (not be blank|not contain a NUL|have at )/);
  }
  const stored = { name: ' a\ufffd', role: 'owner' };
  const unpaired = { name: ' a\ud800' };
  expect(await owner.ask(200, 'PATCH', path, unpaired)).toEqual({ id: team, ...stored });
  expect(await owner.ask(201, 'POST', '/api/teams', unpaired)).toMatchObject(stored);
  expect(await owner.ask(200, 'GET', '/api/teams')).toMatchObject([stored, stored]);
});

test('account is one plain integer', async () => {
  const { owner, team } = await startTeam(server);
  for (const account of ['', '0', '-1', '1.5', `0${team}`, `${team}x`, '99999999999999999999']) {
    await owner.ask(404, 'GET', `/api/endpoints?account=${account}`);
  }
  const twice = await owner.ask(400, 'GET', `/api/endpoints?account=${team}&account=${team}`);
  expect(twice).toEqual({ error: 'account must be given once, and not as a list' });
  // It is read before the body.
  await owner.ask(404, 'POST', '/api/keys?account=1x', { name: 7 });
  await (await startGuest(server)).ask(404, 'GET', `/api/endpoints?account=${team}`);
});

test('a team with endpoints is deleted only if that is said, and nothing of it stays', async () => {
  const { owner, team } = await startTeam(server);
  const { token } = await owner.ask(201, 'POST', `/api/endpoints?account=${team}`);
  await owner.ask(409, 'DELETE', `/api/teams/${team}`);
  await owner.ask(204, 'DELETE', `/api/teams/${team}?endpoints=delete`);
  expect((await send(server, token)).status).toBe(404);
  await owner.ask(404, 'GET', `/api/endpoints?account=${team}`);
  for (const table of ['member', 'invitation'] as const) {
    const left = await db.selectFrom(table).selectAll().where('team_id', '=', team).execute();
    expect(left).toEqual([]);
  }
});

test('a payment names a team by its id', async () => {
  const { owner, team } = await startTeam(server);
  await owner.ask(403, 'GET', `/api/keys?account=${team}`);
  const viewer = await startMember(server, owner, team, 'viewer');
  const pages = async (who: Visitor) => {
    const offers = await who.ask(200, 'GET', `/api/billing/plans?account=${team}`);
    return offers.flatMap(({ checkoutUrl }: { checkoutUrl?: string }) => checkoutUrl ?? []);
  };
  expect(await pages(owner)).toEqual([`https://pay.example/plus?client_reference_id=${team}`]);
  expect(await pages(viewer)).toEqual([]);
  const paid = checkout('sub_team', secondsNow(), { client_reference_id: String(team) });
  await deliverAll(server, [paid]);
  expect(await owner.ask(200, 'GET', `/api/auth/me?account=${team}`)).toMatchObject({
    ...{ id: team, plan: 'plus', subscriptionId: 'sub_team' },
  });
  const member = await startMember(server, owner, team, 'member');
  const { secret } = await member.ask(201, 'POST', `/api/keys?account=${team}`, { name: 'CI' });
  for (const who of [viewer, member, new Visitor(server, { key: secret })]) {
    expect(await who.ask(200, 'GET', `/api/auth/me?account=${team}`)).toEqual({
      ...{ id: team, isGuest: false, plan: 'plus', status: 'active' },
    });
  }
  expect(await owner.ask(200, 'GET', '/api/auth/me')).toMatchObject({ plan: 'free' });
  await owner.ask(204, 'DELETE', `/api/teams/${team}`);
  const kept = await db
    .selectFrom('subscription')
    .select(['account_id', 'forgotten_at'])
    .where('id', '=', 'sub_team')
    .executeTakeFirstOrThrow();
  expect(kept.account_id).toBeNull();
  expect(kept.forgotten_at).not.toBeNull();
});
