import { startAccount, type TestServer, type Visitor } from '../../../server/test/start-server.ts';

export type Member = Awaited<ReturnType<typeof startAccount>>;

export interface TestTeam {
  id: number;
  /** Of its endpoint. */
  token: string;
  /** The address of a page of the team, or of a call for it. */
  page: (path: string) => string;
  call: (path: string) => string;
}

/** A team with one endpoint. */
export async function makeTeam(owner: Visitor, name: string): Promise<TestTeam> {
  const { id } = await owner.ask(201, 'POST', '/api/teams', { name });
  const call = (path: string) => `${path}?account=${id}`;
  const { token } = await owner.ask(201, 'POST', call('/api/endpoints'));
  await owner.ask(200, 'PATCH', call(`/api/endpoints/${token}`), { badgeName: `of ${name}` });
  return { id, token, page: (path) => `/t/${id}${path}`, call };
}

/** Another account that has joined the team. */
export async function join(
  server: TestServer,
  owner: Visitor,
  team: TestTeam,
  role: string,
): Promise<Member> {
  const member = await startAccount(server);
  const { url } = await owner.ask(201, 'POST', `/api/teams/${team.id}/invitations`, { role });
  const secret = url.split('/').at(-1);
  await member.ask(200, 'POST', '/api/invitations', { secret });
  return member;
}
