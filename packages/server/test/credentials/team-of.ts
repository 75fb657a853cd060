import { createHash } from 'node:crypto';
import type { Role } from '@hookwell/core/api';
import type { TestServer } from '../start-server.ts';

/** A team, made without HTTP, with an invitation to it. */
export interface TeamThings {
  team: number;
  invitation: number;
  secret: string;
}

let teams = 0;

/** Makes a team on the plan `plus` with these members. */
export async function makeTeam(
  { store: { db }, clock }: Pick<TestServer, 'store' | 'clock'>,
  members: Readonly<Record<number, Role>>,
): Promise<TeamThings> {
  teams += 1;
  const ids = Object.keys(members).map(Number);
  const { id: team } = await db
    .insertInto('account')
    .values({
      ...{ email: null, email_key: null, password_hash: null, kind: 'team' },
      ...{ name: `Team ${teams}`, founder_id: ids[0] ?? null, plan: 'plus', status: 'active' },
      created_at: clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = ids.map((id) => ({
    ...{ team_id: team, account_id: id, joined_at: clock() },
    role: members[id] ?? 'viewer',
  }));
  if (rows.length > 0) await db.insertInto('member').values(rows).execute();
  const secret = `secret ${teams} ${Math.random()}`;
  const { id: invitation } = await db
    .insertInto('invitation')
    .values({
      ...{ team_id: team, role: 'viewer', created_by: ids[0] ?? 0, created_at: clock() },
      secret_hash: createHash('sha256').update(secret).digest('hex'),
      expires_at: clock() + 86_400_000,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { team, invitation, secret };
}
