import { operations, type Role, roles } from '@hookwell/core/api';
import { expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { send, startAccount, startServer, Visitor } from '../start-server.ts';
import { addressOf, fixtures, names, type OperationName, type Things } from './route-fixtures.ts';
import { makeShare } from './share-of.ts';
import { makeTeam, type TeamThings } from './team-of.ts';

/*
 * Every operation that takes a credential, for a team, by every caller there is: what each may do follows from its `leastRole`.
 */

const environment = {
  HOOKWELL_PLANS: '{"plus":{"endpoints":1000}}',
  // Nobody asks it anything here.
  HOOKWELL_OIDC_ISSUER: 'https://login.example',
  HOOKWELL_OIDC_CLIENT_ID: 'hookwell',
  HOOKWELL_OIDC_CLIENT_SECRET: 'secret',
};
const server = forFile(await startServer({ environment }));

const viewer = await startAccount(server);
const member = await startAccount(server);
const owner = await startAccount(server);
const stranger = await startAccount(server);
const bystander = await startAccount(server);
const membersOfTeam: Readonly<Record<number, Role>> = {
  [owner.id]: 'owner',
  [member.id]: 'member',
  [viewer.id]: 'viewer',
  [bystander.id]: 'member',
};
const { team } = await makeTeam(server, membersOfTeam);
const other = await makeTeam(server, { [stranger.id]: 'owner' });

async function keyOf(maker: Visitor): Promise<Visitor> {
  const { secret } = await maker.ask(201, 'POST', `/api/keys?account=${team}`, { name: 'key' });
  return new Visitor(server, { key: secret });
}

const callers: Readonly<Record<string, { sends: Visitor; role: Role | 'none'; isKey?: boolean }>> =
  {
    viewer: { sends: viewer, role: 'viewer' },
    member: { sends: member, role: 'member' },
    owner: { sends: owner, role: 'owner' },
    "another team's owner": { sends: stranger, role: 'none' },
    "a member's key": { sends: await keyOf(member), role: 'member', isKey: true },
  };

/** Something of the team for one case. Whatever is refused leaves it as it is, so the next case takes it. */
let things: Things | undefined;
let lastFresh: number | undefined;

/** One that the case may end; the one before goes, since the number of teams that one owns is limited. */
async function freshTeam(): Promise<TeamThings> {
  if (lastFresh !== undefined)
    await owner.call('DELETE', `/api/teams/${lastFresh}?endpoints=delete`);
  const made = await makeTeam(server, membersOfTeam);
  lastFresh = made.team;
  return made;
}

async function thingsToTake(): Promise<Things> {
  if (things !== undefined) return things;
  const { token } = await owner.ask(201, 'POST', `/api/endpoints?account=${team}`);
  const { id } = await send(server, token, { method: 'POST', body: '{"hello":1}' });
  const list = await owner.ask(200, 'GET', `/api/keys?account=${team}`);
  // The newest may be deleted: the others belong to callers.
  if (list.length < 3) await keyOf(member);
  const keys = await owner.ask(200, 'GET', `/api/keys?account=${team}`);
  const { trackingId } = keys.at(-1);
  const share = await makeShare(server, team, token);
  const ofTeam = await freshTeam();
  things = { token, id, trackingId, member: bystander.id, ...ofTeam, ...share };
  return things;
}

function expectedStatus(
  name: OperationName,
  { role, isKey = false }: { role: Role | 'none'; isKey?: boolean },
): number {
  const { credentials, account, leastRole: least } = operations[name].config;
  if (isKey && credentials === 'session') return 401;
  if (account === 'isRefused') return 400;
  if (role === 'none') return 404;
  const isEnough = least === 'person' || roles.indexOf(role) >= roles.indexOf(least);
  return isEnough ? fixtures[name].success : 403;
}

const withCredential = names.filter((name) => operations[name].config.credentials !== 'none');

test.each(Object.entries(callers))('what %s may do for a team', async (_, caller) => {
  const expected: Record<string, number> = {};
  const answered: Record<string, number> = {};
  for (const name of withCredential) {
    expected[name] = expectedStatus(name, caller);
    const given = await thingsToTake();
    const address = addressOf(name, given);
    const response = await caller.sends.call(
      operations[name].method,
      `${address}${address.includes('?') ? '&' : '?'}account=${team}`,
      fixtures[name].body?.(given),
    );
    await response.body?.cancel();
    answered[name] = response.status;
    if (operations[name].method !== 'GET' && response.ok) things = undefined;
  }
  expect(answered).toEqual(expected);
});

test("what another team's owner names is the other team's own", async () => {
  const given = await thingsToTake();
  const answered: Record<string, number> = {};
  const named = withCredential.filter((name) =>
    /:(token|id|trackingId)/.test(operations[name].url),
  );
  for (const name of named) {
    const address = addressOf(name, { ...given, team });
    const response = await stranger.call(
      operations[name].method,
      `${address}${address.includes('?') ? '&' : '?'}account=${other.team}`,
      fixtures[name].body?.(given),
    );
    await response.body?.cancel();
    answered[name] = response.status;
  }
  expect(answered).toEqual(Object.fromEntries(named.map((name) => [name, 404])));
});

test('operations without a credential know no account, and those of log-ins refuse one', async () => {
  const without = names.filter((name) => operations[name].config.credentials === 'none');
  for (const name of without) {
    const { url, method, config } = operations[name];
    if (config.account !== 'isRefused') continue;
    const body = method === 'GET' ? undefined : {};
    const answer = await stranger.call(method, `${url}?account=${team}`, body);
    expect([name, answer.status]).toEqual([name, 400]);
  }
  await stranger.ask(200, 'GET', '/api/service?account=nobody');
});
