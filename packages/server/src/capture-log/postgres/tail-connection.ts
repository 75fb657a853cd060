import type { Notification, QueryConfig } from 'pg';
import type { Logger } from 'pino';
import type { ChangedAccounts } from '../../database/account-changes.ts';
import { StoreUnavailable } from '../../database/errors.ts';
import {
  connectionSettings,
  endConnection,
  ReportingClient,
  type Sockets,
  sessionOptions,
  standbyAtAddress,
} from '../../database/postgres/connection.ts';
import {
  advisoryLocks,
  changedAccountsChannel,
  changedAccountsOf,
  nodeMessagesChannel,
} from '../../database/postgres/other-nodes.ts';
import { growingPause } from '../../growing-pause.ts';

const committedChannel = 'hookwell_committed';

const pauses = { firstMs: 100, longestMs: 2000 };
/** The time between two looks at the log without a hint: a hint may be lost, a connection may die silently. */
const lookIntervalMs = 1000;
const answerTimeoutMs = 5000;
/** The least time between two hints to the other nodes; the first commit after a pause is told at once. */
const hintIntervalMs = 10;
/** The leader leads on for so long after its last sign of life: it gives one every second. */
const leaderLeaseMs = 10_000;

/** Committed captures that this node does not have in memory; see `lookUp`. */
export interface LookedUp {
  /** The highest id seen; null if there is none. */
  through: number | null;
  /** Whether that is everything between the two ids. */
  whole: boolean;
  /** `[[endpoint id, account id], …]` */
  endpoints: [number, number][];
}

/** Prepared once: up to a hundred a second, each at half the cost for the server. */
const tell = { name: 'tell', text: 'select pg_notify($1, $2)' };

const mostLookedUpCaptures = 5000;

/**
 * Walks the primary key from the last announced id on; the captures of a group have few endpoints. Captures that
 * were cleared meanwhile are announced all the same: readers find nothing there.
 */
const lookUp = `
with above as materialized (
  select id, endpoint_id from captured_request where id > $1 and id < $2 order by id limit ${mostLookedUpCaptures}
)
select (select max(id) from above) as through, (select count(*) from above) as found,
  (select json_agg(json_build_array(endpoint.id, endpoint.account_id))
    from endpoint where id in (select endpoint_id from above)) as endpoints`;

interface LookUpRow {
  through: number | null;
  found: number;
  endpoints: string | null;
}

/**
 * The lock ends with the session, and the server ends the session of a silent leader: a process that stands still,
 * or whose machine is gone, leads no longer than its lease. One statement does all of it, so that no session has
 * the lock without the limit.
 */
const lead = `
select case when pg_try_advisory_lock(${advisoryLocks.leader})
  then set_config('idle_session_timeout', $1, false) end as lease`;

/** The id that a notification names. Anybody with access to the database can send one, so it may name none. */
function idOfHint(payload: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(payload) ? Number(payload) : undefined;
  return Number.isSafeInteger(id) ? id : undefined;
}

export interface TailConnectionOptions {
  url: string;
  log: Logger;
  sockets: Sockets;
  /** If it is not the one of every server. */
  leaderLeaseMs?: number | undefined;
  /** A notification says that captures up to this id are committed, which need not be true. */
  onHint: (through: number) => void;
  /** A notification says that these accounts were changed, which need not be true. */
  onChanged: (changed: ChangedAccounts) => void;
  /** A node tells others something, or somebody else does. */
  onMessage: (message: string) => void;
  /** From now on all of these are heard; earlier ones were not. */
  onListening: () => void;
  /** It is time to look, with or without a hint. */
  onLook: () => void;
}

/**
 * The connection on which nodes hear of each other's commits. A notification is a hint that may be lost;
 * it is sent outside the transaction of the commit, since inside it would take a lock that all commits of
 * the database wait for. A lost connection is replaced by a new one.
 */
export class TailConnection {
  readonly #options: TailConnectionOptions;
  #client: ReportingClient | undefined;
  #failures = 0;
  #retryTimer: NodeJS.Timeout | undefined;
  #closed = false;
  #isLeader = false;
  #warnedOfHints = false;
  #hint = 0;
  #hintTimer: NodeJS.Timeout | undefined;
  readonly #looks: NodeJS.Timeout;

  constructor(options: TailConnectionOptions) {
    this.#options = options;
    this.#looks = setInterval(() => this.#look(), lookIntervalMs).unref();
  }

  /** Connects for the first time, or begins to try. Does not reject. */
  async open(): Promise<void> {
    const client = new ReportingClient({
      ...connectionSettings(this.#options.url, 'tail', this.#options.sockets),
      query_timeout: answerTimeoutMs,
      pipeline: true,
      // A hint that the server loses in a crash does no harm: hints need not wait for its disk.
      options: sessionOptions({ synchronous_commit: 'off' }),
    });
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('the connection ended')));
    client.on('notification', (notification) => this.#heard(notification));
    this.#client = client;
    try {
      await client.connect();
      const channels = [committedChannel, changedAccountsChannel, nodeMessagesChannel];
      await client.query(channels.map((channel) => `listen ${channel}`).join(';'));
      this.#failures = 0;
      this.#options.onListening();
    } catch (error) {
      this.#lost(client, error);
    }
  }

  /** Tells the other nodes that everything up to this id is committed. */
  hint(through: number): void {
    this.#hint = Math.max(this.#hint, through);
    if (this.#hintTimer !== undefined) return;
    this.#sendHint();
    this.#hintTimer = setTimeout(() => {
      this.#hintTimer = undefined;
      if (this.#hint > 0) this.hint(this.#hint);
    }, hintIntervalMs);
    this.#hintTimer.unref();
  }

  /** Looks up whose captures lie between two ids, both left out. */
  async lookUp(after: number, before: number): Promise<LookedUp> {
    const [row] = await this.#ask<LookUpRow>(lookUp, [after, before]);
    return {
      through: row?.through ?? null,
      whole: (row?.found ?? 0) < mostLookedUpCaptures,
      endpoints: JSON.parse(row?.endpoints ?? '[]'),
    };
  }

  /** The highest id in the log; 0 if it is empty. */
  async newestId(): Promise<number> {
    const [row] = await this.#ask<{ id: number | null }>(
      'select max(id) as id from captured_request',
      [],
    );
    return row?.id ?? 0;
  }

  /**
   * Whether this node leads: the first to ask does, until its connection is lost or its lease has run out. Then
   * another node may lead before this one knows.
   */
  async isLeader(): Promise<boolean> {
    if (this.#isLeader) return true;
    const client = this.#client;
    const lease = String(this.#options.leaderLeaseMs ?? leaderLeaseMs);
    const [row] = await this.#ask<{ lease: string | null }>(lead, [lease]);
    this.#isLeader = row?.lease != null && client === this.#client;
    return this.#isLeader;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#looks);
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#hintTimer);
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) await endConnection(client);
  }

  async #ask<Row extends object>(
    statement: string | QueryConfig,
    values: unknown[],
  ): Promise<Row[]> {
    const client = this.#client;
    if (client === undefined) throw new StoreUnavailable('PostgreSQL cannot be reached');
    try {
      const { rows } = await client.query<Row>(statement, values);
      // Asked before `listen` was refused. What is not there yet would count as never stored.
      if (client.isOnStandby) throw standbyAtAddress();
      return rows;
    } catch (error) {
      // The statements themselves cannot be wrong: a new connection is the cure for everything else.
      this.#lost(client, error);
      throw error;
    }
  }

  #sendHint(): void {
    const through = this.#hint;
    this.#hint = 0;
    this.#ask(tell, [committedChannel, String(through)]).catch(() => undefined);
  }

  #heard({ channel, payload = '' }: Notification): void {
    if (channel === nodeMessagesChannel) return this.#options.onMessage(payload);
    if (channel === changedAccountsChannel) {
      const changed = changedAccountsOf(payload);
      if (changed !== undefined) return this.#options.onChanged(changed);
    } else {
      const id = idOfHint(payload);
      if (id !== undefined) return this.#options.onHint(id);
    }
    if (this.#warnedOfHints) return;
    this.#warnedOfHints = true;
    this.#options.log.warn(
      'Somebody who is no Hookwell node sends notifications in this database: revoke connect on it from public',
    );
  }

  #look(): void {
    if (this.#client === undefined) return;
    // A sign of life, even if there is nothing to look up.
    if (this.#isLeader) this.#ask('select 1', []).catch(() => undefined);
    this.#options.onLook();
  }

  #lost(client: ReportingClient, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#isLeader = false;
    void endConnection(client);
    if (this.#closed) return;
    this.#options.log.warn({ err: error }, 'The connection to the other nodes was lost');
    const pauseMs = growingPause(this.#failures++, pauses);
    this.#retryTimer = setTimeout(() => void this.open(), pauseMs).unref();
  }
}
