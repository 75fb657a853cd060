import type { RefusedReason } from '@hookwell/core/api';
import type { Logger } from 'pino';
import type { Database } from '../database/tables.ts';
import { Tally } from '../fairness/tally.ts';
import {
  type ClearedScope,
  clearRefusals,
  type WaitingRefusal,
  writeRefusals,
} from './refusal-rows.ts';

/** A request that was not stored. */
export interface RefusedRequest {
  /** The token of the endpoint that it names; whether there is one is found out when it is written. */
  token: string;
  /** The time, in milliseconds since 1970. */
  at: number;
  reason: RefusedReason;
  /** Undefined if it was not answered. */
  status: number | undefined;
  /** Empty if it could not be read. */
  method: string;
  network: string;
}

/** What is noted of the first of alike ones. */
export interface RefusedDetails {
  detail: string | undefined;
  path: string | undefined;
  ipAddress: string;
  /** The bytes of its body, as far as they are known. */
  bytes: number | undefined;
}

/** Alike ones of one minute of the clock are one row. */
const alikeForMs = 60_000;
/** A node writes so often, and so many rows at once: to put longer statements together takes the event loop milliseconds. */
const writeEveryMs = 1000;
const maxRowsOfWrite = 100;
/** So many rows wait on a node, each of about 700 bytes, and so many of a tenant. */
const maxWaitingRows = 4000;
const maxRowsOfTenant = 200;
/** The log says so often at most that they cannot be written. */
const logEveryMs = 60_000;

/**
 * The requests that were not stored, which their endpoints' owners can see. A refusal costs an entry in memory; the rows are written
 * once a second, and wait while the store cannot take them. What there is no room for is not shown. A process that dies loses the last
 * second.
 */
export class RefusalLog {
  readonly #db: Database;
  readonly #log: Pick<Logger, 'warn'>;
  /** By what is alike, the oldest first. */
  readonly #waiting = new Map<string, WaitingRefusal>();
  readonly #ofTenant = new Tally<number>();
  readonly #timer: NodeJS.Timeout;
  #writing: Promise<unknown> | undefined;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor({ db, log }: { db: Database; log: Pick<Logger, 'warn'> }) {
    this.#db = db;
    this.#log = log;
    this.#timer = setInterval(() => {
      if (this.#waiting.size === 0) return;
      this.#writing ??= this.#write().finally(() => {
        this.#writing = undefined;
      });
    }, writeEveryMs).unref();
  }

  /**
   * Notes a refusal.
   * @param details are asked for only if it is the first of its kind
   */
  note(tenant: number, refused: RefusedRequest, details: () => RefusedDetails): void {
    const { token, at, reason, status, method, network } = refused;
    const minute = Math.floor(at / alikeForMs);
    const kind = `${token} ${reason} ${status ?? '-'} ${method} ${network} ${minute}`;
    const alike = this.#waiting.get(kind);
    if (alike !== undefined) {
      alike.row.count += 1;
      return;
    }
    if (this.#ofTenant.of(tenant) >= maxRowsOfTenant || this.#ofTenant.total >= maxWaitingRows)
      return;
    const { detail = null, path = null, ipAddress, bytes = null } = details();
    const row = {
      ...{ first_at: at, reason, status: status ?? null, method: method || null, kind },
      ...{ detail, path, ip_address: ipAddress, body_bytes: bytes, count: 1 },
    };
    this.#add({ token, tenant, row });
  }

  /** Removes what was refused until now. */
  async clear(scope: ClearedScope, now: number): Promise<void> {
    const tokens = new Set(await clearRefusals(this.#db, scope, now));
    for (const one of this.#waiting.values())
      if (tokens.has(one.token) && one.row.first_at <= now) this.#remove(one);
  }

  /** Writes what waits, if the store takes it. The store must still be open. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    while (this.#waiting.size > 0 && (await this.#write()));
  }

  /** Returns whether they were written. Does not reject. */
  async #write(): Promise<boolean> {
    const batch = [...this.#waiting.values()].slice(0, maxRowsOfWrite);
    for (const one of batch) this.#remove(one);
    try {
      await writeRefusals(this.#db, batch);
      return true;
    } catch (err) {
      for (const one of batch) this.#add(one);
      const now = performance.now();
      if (now - this.#loggedAt >= logEveryMs) {
        this.#loggedAt = now;
        this.#log.warn({ err }, 'Refused requests cannot be written; they wait in memory');
      }
      return false;
    }
  }

  /** One that could not be written counts what came meanwhile. */
  #add(one: WaitingRefusal): void {
    const newer = this.#waiting.get(one.row.kind);
    if (newer === undefined) this.#ofTenant.add(one.tenant, 1);
    one.row.count += newer?.row.count ?? 0;
    this.#waiting.set(one.row.kind, one);
  }

  #remove({ row, tenant }: WaitingRefusal): void {
    if (this.#waiting.delete(row.kind)) this.#ofTenant.add(tenant, -1);
  }
}
