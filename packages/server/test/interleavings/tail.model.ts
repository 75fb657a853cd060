import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { pino } from 'pino';
import { Announcements } from '../../src/capture-log/announcements.ts';
import type { CaptureLog, Page, PageQuery, Scope } from '../../src/capture-log/capture-log.ts';
import { GroupCommit } from '../../src/capture-log/group-commit.ts';
import { Tail } from '../../src/capture-log/postgres/tail.ts';
import { SizeLimit } from '../../src/capture-log/size-limit.ts';
import { parseConfig } from '../../src/config.ts';
import { AccountChanges } from '../../src/database/account-changes.ts';
import { NodeMessages } from '../../src/database/node-messages.ts';
import { Sockets } from '../../src/database/postgres/sockets.ts';
import type { EventRendering } from '../../src/live/event-rendering.ts';
import { LiveHub } from '../../src/live/hub.ts';
import { createMetrics } from '../../src/metrics.ts';
import type { Parts } from '../../src/parts.ts';
import { fairParts } from '../fair-parts.ts';
import { newCapture } from '../live/new-capture.ts';
import { isIn, scriptedResponse } from '../live/scripted.ts';
import { noSecrets } from '../no-secrets.ts';
import { model, type Schedule } from './schedule.ts';
import { accountOf, SharedLog } from './shared-log.ts';

const largeBytes = 300 * 1024;
/** A page of the log, so that streams read several. */
const mostInPage = 3;
const nodeCount = 3;

const node = fc.nat({ max: nodeCount - 1 });

const plan = fc.record({
  sends: fc.array(
    fc.record({
      node,
      endpointId: fc.integer({ min: 10, max: 13 }),
      count: fc.integer({ min: 1, max: 4 }),
      isLarge: fc.constantFrom(false, false, true),
    }),
    { minLength: 1, maxLength: 10 },
  ),
  streams: fc.array(
    fc.record({
      node,
      scope: fc.record(
        { accountId: fc.constantFrom(1, 2), endpointId: fc.constantFrom(10, 12) },
        { requiredKeys: ['accountId'] },
      ),
      after: fc.constantFrom(0, 0, 3),
      leaves: fc.constantFrom(false, false, true),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  /** Notifications of somebody who is no node. */
  foreignHints: fc.array(fc.constantFrom(1, 5, 10_000), { maxLength: 2 }),
  passes: fc.array(fc.constantFrom(10, 1000), { maxLength: 3 }),
});

const metrics = createMetrics();
const log = pino({ level: 'silent' });
const config = parseConfig({});

const rendering: EventRendering = {
  render: ({ id }) => JSON.stringify({ id }),
  open: () => {
    throw new Error('every event here is a small one');
  },
};

/** One node: what it captures, the tail, and its live streams. */
class TailedNode {
  readonly groups: GroupCommit;
  readonly hub: LiveHub;

  constructor(schedule: Schedule, shared: SharedLog) {
    const announcements = new Announcements(log, 0);
    let before = 0;
    // Its own listener wants nothing of others: whether these are followed, the streams decide.
    announcements.onCommitted(
      (group) => {
        if (announcements.followsOthers) shared.announced(before, group);
        before = group.through;
      },
      () => false,
    );
    const messages = new NodeMessages(() => Promise.resolve());
    const changes = new AccountChanges(() => Promise.resolve());
    const tail = new Tail(
      { url: '', log, sockets: new Sockets(), announcements, changes, messages },
      (options) => shared.connect(options),
    );
    void tail.open();
    this.groups = new GroupCommit({
      groupsInFlight: 2,
      commit: (captures) => shared.append(captures),
      large: { commit: (captures) => shared.append(captures), rest: 1 },
      onStored: (group) => tail.stored(group),
      announcements,
      limit: new SizeLimit(undefined),
      log,
    });
    const captures: Pick<CaptureLog, 'committedThrough' | 'onCommitted' | 'readPage'> = {
      get committedThrough() {
        return announcements.committedThrough;
      },
      onCommitted: (hear, followsOthers = () => false) =>
        announcements.onCommitted(hear, followsOthers),
      readPage: (scope, query) => readPage(schedule, shared, scope, query),
    };
    // Streams without a match use nothing else of a store, as long as nobody checks their credentials.
    const store = { captures, changes } as Parts['store'];
    const addresses = { base: '', receiveBase: '' };
    const parts = { ...fairParts(), store, config, log, metrics, addresses };
    this.hub = new LiveHub(
      { ...parts, secrets: noSecrets, clock: Date.now },
      { rendering, findMatches: () => Promise.reject(new Error('no stream here has a match')) },
      { checkMs: 1e9, heartbeatMs: 1e9 },
    );
  }
}

function readPage(
  schedule: Schedule,
  { rows }: SharedLog,
  scope: Scope,
  { after = 0 }: PageQuery,
): Promise<Page> {
  return schedule.ask('a page', () => {
    const found = rows.filter(
      ({ id, endpointId }) =>
        id > after && isIn(scope, { endpointId, accountId: accountOf(endpointId) }),
    );
    return { captures: found.slice(0, mostInPage), more: found.length > mostInPage };
  });
}

/** A client that follows a stream, and comes back with `after` when it ends. */
class Follower {
  readonly ids: number[] = [];
  readonly scope: Scope;
  readonly after: number;
  hasLeft = false;
  readonly #schedule: Schedule;
  readonly #hub: LiveHub;
  #response: ServerResponse | undefined;
  #text: () => string = () => '';

  constructor(schedule: Schedule, hub: LiveHub, scope: Scope, after: number) {
    this.#schedule = schedule;
    this.#hub = hub;
    this.scope = scope;
    this.after = after;
  }

  open(): void {
    const { response, text } = scriptedResponse({
      later: async (happen) => {
        await this.#schedule.later('a socket takes a text');
        return happen();
      },
    });
    this.#response = response;
    response.once('close', () => {
      // What the client did not get by now it asks for again.
      this.ids.push(...idsOf(text()));
      this.#response = undefined;
      if (!this.hasLeft) this.#schedule.act('a client comes back', () => this.open());
    });
    this.#text = text;
    const after = Math.max(this.after, this.ids.at(-1) ?? 0);
    this.#hub.open(response, {
      scope: this.scope,
      after,
      view: 'event',
      credential: { kind: 'key', id: 1 },
    });
  }

  leave(): void {
    this.hasLeft = true;
    this.#response?.destroy();
    // An HTTP server does it when the connection is gone.
    this.#response?.emit('close');
  }

  /** All that it got so far. */
  get all(): number[] {
    return this.#response === undefined ? this.ids : [...this.ids, ...idsOf(this.#text())];
  }
}

function idsOf(text: string): number[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .filter((event) => event.includes('"id"'))
    .map((event) => JSON.parse(event.slice('data: '.length)).id);
}

/**
 * Captures on three nodes, small and large, while groups fail and leave gaps, replies and hints are lost, connections break and come
 * back, and streams come and go:
 *
 * - what a node announces rises, lacks nothing and names nothing twice, also if the reply to a group was lost;
 * - nothing is ever committed below what was announced;
 * - each stream has each capture of its scope once, in order, and in the end all of them, whichever node stored them.
 */
export const tail = model(
  'tail',
  plan,
  async ({ sends, streams, foreignHints, passes }, schedule) => {
    const shared = new SharedLog(schedule);
    const nodes = Array.from({ length: nodeCount }, () => new TailedNode(schedule, shared));
    const followers: Follower[] = [];
    for (const { node, endpointId, count, isLarge } of sends) {
      schedule.act(`${count} captures come to node ${node}`, () => {
        for (let index = 0; index < count; index += 1) {
          const capture = { ...newCapture(endpointId), bodySize: isLarge ? largeBytes : 1 };
          // Who is told that it failed sends it no more.
          nodes[node]?.groups.append(capture).catch(() => undefined);
        }
      });
    }
    for (const { node, scope, after, leaves } of streams) {
      schedule.act(`a stream of node ${node} opens`, () => {
        const { accountId, endpointId } = scope;
        const { hub } = nodes[node] ?? {};
        if (hub === undefined) return;
        const its: Scope = endpointId === undefined ? { accountId } : { accountId, endpointId };
        const follower = new Follower(schedule, hub, its, after);
        followers.push(follower);
        follower.open();
        if (leaves) schedule.act('it is left', () => follower.leave());
      });
    }
    for (const through of foreignHints) {
      schedule.act('somebody sends a hint', () => shared.hint(through));
    }
    for (const milliseconds of passes) schedule.pass(milliseconds);
    await schedule.until();
    schedule.heal();
    const wanted = (follower: Follower) =>
      shared.rows
        .filter(
          ({ id, endpointId }) =>
            id > follower.after &&
            isIn(follower.scope, { endpointId, accountId: accountOf(endpointId) }),
        )
        .map(({ id }) => id);
    const close = nodes.map(({ groups }) => groups.close());
    let isClosed = false;
    void Promise.all(close).then(() => {
      isClosed = true;
    });
    await schedule.until(
      () =>
        isClosed &&
        followers.every(
          (follower) => follower.hasLeft || follower.all.length >= wanted(follower).length,
        ),
    );
    for (const follower of followers) {
      const all = wanted(follower);
      const expected = follower.hasLeft ? all.slice(0, follower.all.length) : all;
      if (String(follower.all) !== String(expected)) {
        throw new Error(`a stream has ${follower.all}, not ${expected}`);
      }
    }
  },
  600,
);
