import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, ask } from '../../src/upgrade/answer.ts';
import type { Version } from './fill.ts';
import type { ApiVisitor } from './visitors.ts';

/** What each visitor is answered for everything there is. What is still changing by itself is waited for. */
export async function askEverything(
  version: Version,
  visitors: Record<string, ApiVisitor>,
): Promise<Answer[]> {
  let before = '';
  for (let round = 1; round <= 30; round += 1) {
    const answers: Answer[] = [];
    for (const [name, visitor] of Object.entries(visitors)) {
      answers.push(...(await askAll(version, name, visitor)));
    }
    const now = JSON.stringify(answers);
    if (now === before) return answers;
    before = now;
    await sleep(1000);
  }
  throw new Error('the answers go on changing');
}

/** Whatever the version does not know, or the visitor may not ask, is left out. */
async function askAll(version: Version, name: string, visitor: ApiVisitor): Promise<Answer[]> {
  const list: { id: number }[] = await visitor.ask(200, 'GET', '/api/requests');
  const endpoints: { token: string }[] = await visitor.ask(200, 'GET', '/api/endpoints');
  const middle = list[Math.floor(list.length / 2)]?.id;
  const paths = [
    ...['/api/auth/me', '/api/keys', '/api/endpoints', '/api/requests', '/api/requests?limit=3'],
    `/api/requests?before=${middle}&limit=2`,
    `/api/requests?after=${middle}`,
    ...(version.knows('endpoint.counted_after')
      ? ['/api/usage', '/api/requests?match=method=POST%20-first', '/api/requests?view=summary']
      : []),
    ...endpoints.flatMap(({ token }) => [
      `/api/requests/endpoint/${token}`,
      `/api/endpoints/${token}/settings`,
      `/api/endpoints/${token}/deliveries`,
      `/api/endpoints/${token}/refusals`,
      `/api/endpoints/${token}/contract`,
    ]),
    ...list.flatMap(({ id }) => ['', '/body', '/wire'].map((part) => `/api/requests/${id}${part}`)),
  ];
  if (version.knows('member')) paths.push(...(await pathsOfTeams(visitor)));
  const who = { name, credentials: visitor.credentials };
  const answers: Answer[] = [];
  for (const path of paths) answers.push(await ask(visitor.url, who, path));
  answers.push(await ask(visitor.url, who, '/api/sse', list.length));
  return answers.filter(({ status }) => status === 200);
}

/** What only accounts with members have; keys are in no team. */
async function pathsOfTeams(visitor: ApiVisitor): Promise<string[]> {
  if (visitor.credentials.cookie === undefined) return [];
  const teams: { id: number }[] = await visitor.ask(200, 'GET', '/api/teams');
  const ofTeam = ['endpoints', 'requests', 'shares', 'audit', 'auth/me'];
  return [
    ...['/api/teams', '/api/shares', '/api/audit'],
    ...teams.flatMap(({ id }) => [
      ...ofTeam.map((path) => `/api/${path}?account=${id}`),
      `/api/teams/${id}/members`,
      `/api/teams/${id}/invitations`,
    ]),
  ];
}
