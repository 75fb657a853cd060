import { send } from './captures.ts';
import type { Version } from './fill.ts';
import type { ApiVisitor } from './visitors.ts';

/** A team of two with an endpoint that was moved to it, a key, an invitation and shares; the audit of it all writes itself. */
export async function fillTeams(
  { url, knows }: Version,
  owner: ApiVisitor,
  member: ApiVisitor,
): Promise<void> {
  if (!knows('member')) return;
  const { id: team } = await owner.ask(201, 'POST', '/api/teams', { name: 'Zürich "team"' });
  const invited = { role: 'member', days: 30 };
  const invite = () => owner.ask(201, 'POST', `/api/teams/${team}/invitations`, invited);
  const { url: invitation } = await invite();
  const secret = new URL(invitation).pathname.split('/').at(-1);
  await member.ask(200, 'POST', '/api/invitations', { secret });
  await invite();

  const token = await owner.endpoint();
  const { id: request } = await send(url, token, { body: '{"token":"hidden","order":7}' });
  await owner.ask(204, 'POST', `/api/endpoints/${token}/move`, { to: team });
  const shares = `/api/shares?account=${team}`;
  await member.ask(201, 'POST', shares, {
    request,
    days: 90,
    redact: 'secrets',
    fields: ['order'],
  });
  await member.ask(201, 'POST', shares, { endpoint: token, days: 90, redact: 'values' });
}
