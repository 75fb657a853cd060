import { pino } from 'pino';
import { Announcements } from '../../src/capture-log/announcements.ts';
import { GroupCommit } from '../../src/capture-log/group-commit.ts';
import { SizeLimit } from '../../src/capture-log/size-limit.ts';
import { parseConfig } from '../../src/config.ts';
import { AccountChanges } from '../../src/database/account-changes.ts';
import type { Database } from '../../src/database/tables.ts';
import { Shares } from '../../src/fairness/shares.ts';
import { Listeners } from '../../src/listeners/listeners.ts';
import { NodeListeners } from '../../src/listeners/node-listeners.ts';
import { createMetrics } from '../../src/metrics.ts';
import type { Parts } from '../../src/parts.ts';
import { createReceivePlane, type ReceivePlane } from '../../src/receive/receive-plane.ts';
import { RefusalLog } from '../../src/refusal-log/refusal-log.ts';
import { EndpointReplies } from '../../src/replies/endpoint-replies.ts';
import { fairParts } from '../fair-parts.ts';
import { noSecrets } from '../no-secrets.ts';
import { exchange } from './exchange.ts';
import { MemoryDatabase } from './memory-database.ts';
import type { Schedule } from './schedule.ts';

const metrics = createMetrics();
const log = pino({ level: 'silent' });
const config = parseConfig({});
const database = new MemoryDatabase();

/** What everybody can see of the database after something happened to it. */
export interface Moment {
  /** Counts what happened. */
  step: number;
  /** The highest id that a capture ever had. */
  lastId: number;
  /** By token. */
  endpoints: ReadonlyMap<string, { id: number; document: string | undefined }>;
}

/** A webhook, and how it was answered. */
export interface Sent {
  token: string;
  /** The steps between which it was answered. */
  began: number;
  ended: number;
  status: number;
  body: string;
  /** The capture that the answer names. */
  id: number | undefined;
  /** Its body, unlike that of any other. */
  mark: string;
}

/** One node: the receive plane with all that answers for it, whole but for sockets and disk. */
class ReceivingNode {
  readonly parts: Parts;
  readonly plane: ReceivePlane;

  constructor(db: Database) {
    const announcements = new Announcements(log, 0);
    const groups = new GroupCommit({
      groupsInFlight: 2,
      commit: (captures) => database.append(captures),
      large: { commit: (captures) => database.append(captures), rest: 1 },
      onStored: () => {},
      announcements,
      limit: new SizeLimit(undefined),
      log,
    });
    const captures = {
      append: groups.append.bind(groups),
      noteAnswers: () => Promise.resolve(),
    };
    const changes = new AccountChanges(() => Promise.resolve());
    // The receive plane asks nothing else of a store.
    const store = { db, captures, changes, usedShare: () => 0 } as unknown as Parts['store'];
    const addresses = { base: 'http://x', receiveBase: 'http://x' };
    const parts: Parts = {
      ...{ config, store, log, metrics, addresses, ...fairParts() },
      ...{ secrets: noSecrets, clock: () => Date.now() },
    };
    const shares = new Shares(1000);
    const connections = {
      hold: (party: number, giveWay: () => void) => shares.take(party, 1, giveWay),
    };
    const listeners = new Listeners();
    const ofNode = new NodeListeners(listeners, undefined, log);
    const replies = new EndpointReplies(parts, connections, listeners, ofNode, {
      compare: async () => undefined,
    });
    const refusalLog = new RefusalLog({ db, log });
    const retention = { relieved: () => undefined };
    this.parts = parts;
    this.plane = createReceivePlane(parts, () => '192.0.2.1', retention, replies, refusalLog);
  }
}

/** Two nodes on one database, and all that can be seen of it over time. */
export class ReceivingNodes {
  readonly moments: Moment[] = [];
  readonly sent: Sent[] = [];
  readonly db: Database;
  readonly #nodes: readonly ReceivingNode[];
  #step = 0;
  #lastMark = 0;

  constructor(schedule: Schedule) {
    this.db = database.begin(schedule, () => this.#look());
    this.#nodes = [new ReceivingNode(this.db), new ReceivingNode(this.db)];
  }

  get step(): number {
    this.#step += 1;
    return this.#step;
  }

  /** The parts of one of the nodes. */
  partsOf(node: number): Parts {
    const { parts } = this.#nodes[node] ?? {};
    if (parts === undefined) throw new Error(`there is no node ${node}`);
    return parts;
  }

  /** Makes an account, in no time. */
  addAccount(id: number): void {
    database.connection.run(
      `insert into account (id, email, email_key, plan, status, created_at) values (?, ?, ?, 'plus', 'active', 0)`,
      ...[id, `${id}@example.com`, `${id}@example.com`],
    );
    this.#look();
  }

  /** Makes an endpoint, in no time. */
  addEndpoint(token: string, accountId: number): void {
    const sql = 'insert into endpoint (account_id, token, created_at) values (?, ?, 0)';
    database.connection.run(sql, accountId, token);
    this.#look();
  }

  /** Deletes an endpoint and makes another one under its token, in no time. */
  replaceEndpoint(token: string, accountId: number): void {
    database.connection.run('delete from endpoint where token = ?', token);
    this.addEndpoint(token, accountId);
  }

  /** Does something to the database in one moment. */
  change(label: string, effect: () => void): Promise<void> {
    return database.ask(label, effect);
  }

  /** Sends a webhook and waits for its answer. */
  async send(node: number, token: string): Promise<void> {
    this.#lastMark += 1;
    const mark = `mark ${this.#lastMark} `;
    const began = this.step;
    const { request, response, answered, sendBody } = exchange(token, mark);
    this.#nodes[node]?.plane.receive(request, response);
    sendBody();
    const [head = '', body = ''] = (await answered).split('\r\n\r\n');
    const [, id] = /^hookwell-request: (\d+)$/im.exec(head) ?? [];
    const status = Number(head.split(' ', 2)[1]);
    const its = id === undefined ? undefined : Number(id);
    this.sent.push({ token, mark, began, ended: this.step, status, body, id: its });
  }

  /** The captures that are stored with this body. */
  rowsOf(mark: string): { id: number; token: string | undefined }[] {
    const sql = 'select id, endpoint_id from captured_request where body = ?';
    return database.connection.rows(sql, Buffer.from(mark)).map(([id, endpointId]) => ({
      id: Number(id),
      token: this.#tokens.get(Number(endpointId)),
    }));
  }

  /** The answer that is stored with a capture. */
  storedAnswer(id: number): string | undefined {
    const sql = 'select answer from capture_answer where capture_id = ?';
    const answer = database.connection.row(sql, id)?.[0];
    return answer === undefined ? undefined : String(answer);
  }

  /** What could be seen at some time within the steps. */
  *momentsWithin(began: number, ended: number): Generator<Moment> {
    for (const [index, moment] of this.moments.entries()) {
      const next = this.moments[index + 1]?.step ?? Number.POSITIVE_INFINITY;
      if (moment.step <= ended && next > began) yield moment;
    }
  }

  /** The first moment at which a capture could be seen. */
  commitOf(id: number): Moment | undefined {
    return this.moments.find(({ lastId }) => lastId >= id);
  }

  /** Of all endpoints that ever were. */
  readonly #tokens = new Map<number, string>();

  #look(): void {
    const sql = `select endpoint.token, endpoint.id, endpoint_settings.document from endpoint
      left join endpoint_settings on endpoint_settings.endpoint_id = endpoint.id`;
    const endpoints = new Map<string, { id: number; document: string | undefined }>();
    for (const [token, id, document] of database.connection.rows(sql)) {
      const found = document === null ? undefined : String(document);
      endpoints.set(String(token), { id: Number(id), document: found });
      this.#tokens.set(Number(id), String(token));
    }
    const lastId = Number(database.connection.row('select last_id from capture_log')?.[0]);
    this.moments.push({ step: this.step, lastId, endpoints });
  }
}
