import { sql } from 'kysely';
import { GroupedLookUps } from '../database/grouped-look-ups.ts';
import type { Database } from '../database/tables.ts';

/** So many tokens may wait. */
const mostWaitingTokens = 4096;

/**
 * The next group waits for so long after one with unknown tokens. So a flood of unknown tokens costs twenty groups
 * a second and no more. A token that exists is looked up once and then known.
 */
const pauseAfterMissMs = 50;

/** Stands for the network of guests that began before networks were noted. */
const unknownNetwork = '';

/** The network in a row of `account` if it is a free guest's; else null. A guest that has paid is none. */
const networkOfFreeGuest = sql<
  string | null
>`case when account.email is null and account.kind is null
    and (account.plan = 'free' or account.status = 'canceled')
  then coalesce(account.guest_network, ${sql.lit(unknownNetwork)}) end`;

/** The founder in a row of `account` if it is a free team's; else null. */
const founderOfFreeTeam = sql<
  number | null
>`case when account.kind = 'team' and (account.plan = 'free' or account.status = 'canceled') then account.founder_id end`;

/** The endpoint of a token, as the database has it. */
export interface FoundEndpoint {
  id: number;
  accountId: number;
  /** The network of the free guest that has it; undefined for an account with space of its own. */
  guestNetwork: string | undefined;
  /** The founder of the free team that has it; undefined for an account that counts for itself. */
  founder: number | undefined;
  /** See `tables.ts`. */
  settingsVersion: number;
  /** The version since which its settings are what they are; undefined if it has none. */
  settingsSince: number | undefined;
  /** The same of its contract. */
  contractSince: number | undefined;
}

/**
 * Finds endpoints by their tokens. A new endpoint works at once, whichever node made it; remembering unknown tokens would break
 * that.
 */
export function tokenLookUps(db: Database): GroupedLookUps<FoundEndpoint> {
  return new GroupedLookUps({
    ask: (tokens) => findEndpoints(db, tokens),
    mostWaiting: mostWaitingTokens,
    pauseAfterMissMs,
  });
}

/** Settings and contracts can be long, and many tokens are asked for at once, so only their versions are read. */
async function findEndpoints(db: Database, tokens: string[]): Promise<Map<string, FoundEndpoint>> {
  const rows = await db
    .selectFrom('endpoint')
    .innerJoin('account', 'account.id', 'endpoint.account_id')
    .leftJoin('endpoint_settings', 'endpoint_settings.endpoint_id', 'endpoint.id')
    .leftJoin('endpoint_contract', 'endpoint_contract.endpoint_id', 'endpoint.id')
    .select([
      'endpoint.id',
      'endpoint.account_id as accountId',
      'endpoint.token',
      'endpoint.settings_version as settingsVersion',
      'endpoint_settings.version as settingsSince',
      'endpoint_contract.version as contractSince',
      networkOfFreeGuest.as('guestNetwork'),
      founderOfFreeTeam.as('founder'),
    ])
    .where('token', 'in', tokens)
    .execute();
  return new Map(
    rows.map(({ token, guestNetwork, founder, settingsSince, contractSince, ...row }) => [
      token,
      {
        ...row,
        founder: founder ?? undefined,
        guestNetwork: guestNetwork ?? undefined,
        settingsSince: settingsSince ?? undefined,
        contractSince: contractSince ?? undefined,
      },
    ]),
  );
}
