import type { Role } from '@hookwell/core/api';
import { startAccount, type TestServer, type Visitor } from '../start-server.ts';

/** A registered account with a session. */
export type Person = Visitor & { id: number };

/** A team that was made over HTTP, and its owner. */
export async function startTeam(
  server: TestServer,
  plan: 'free' | 'plus' = 'free',
): Promise<{ owner: Person; team: number }> {
  const owner = await startAccount(server);
  const { id: team } = await owner.ask(201, 'POST', '/api/teams', { name: 'Payments' });
  if (plan === 'plus') await setPlanOf(server, team);
  return { owner, team };
}

export async function setPlanOf(server: TestServer, account: number): Promise<void> {
  const change = server.store.db.updateTable('account').set({ plan: 'plus' });
  await change.where('id', '=', account).execute();
}

/** The secret of a new invitation. */
export async function invite(owner: Visitor, team: number, role: Role): Promise<string> {
  const path = `/api/teams/${team}/invitations`;
  const { url } = await owner.ask(201, 'POST', path, { role });
  return url.slice(url.lastIndexOf('/') + 1);
}

/** Lets somebody join. */
export async function join(owner: Visitor, team: number, role: Role, who: Visitor): Promise<void> {
  const secret = await invite(owner, team, role);
  await who.ask(200, 'POST', '/api/invitations', { secret });
}

/** A new member of a team. */
export async function startMember(
  server: TestServer,
  owner: Visitor,
  team: number,
  role: Role,
): Promise<Person> {
  const who = await startAccount(server);
  await join(owner, team, role, who);
  return who;
}
