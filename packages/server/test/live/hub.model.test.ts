import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Scope } from '../../src/capture-log/capture-log.ts';
import { parseConfig } from '../../src/config.ts';
import { AccountChanges } from '../../src/database/account-changes.ts';
import type { Tables } from '../../src/database/tables.ts';
import type { EventRendering } from '../../src/live/event-rendering.ts';
import { LiveHub } from '../../src/live/hub.ts';
import { createMetrics } from '../../src/metrics.ts';
import { fairParts } from '../fair-parts.ts';
import { noSecrets } from '../no-secrets.ts';
import { isIn, Script, ScriptedLog, scriptedResponse, settled } from './scripted.ts';

const scope = fc.record(
  { accountId: fc.constantFrom(1, 2), endpointId: fc.constantFrom(10, 11) },
  { requiredKeys: ['accountId'] },
);

/** Two accounts with two endpoints each; the sizes are such that two captures are too much for memory. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('commit' as const),
      accountId: fc.constantFrom(1, 2),
      endpointId: fc.constantFrom(10, 11),
      size: fc.constantFrom(1, 2, 3, 4, 600_000, 600_001),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('announce' as const),
      count: fc.nat(4),
      atHand: fc.constantFrom('all', 'none', 'some'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('open' as const), scope, after: fc.nat(6) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), choice: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('heartbeat' as const) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('happen' as const), choice: fc.nat(20) }) },
);

const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/**
 * Odd sizes come in pieces, each in its time; some texts are as long as one socket may get at once, so that
 * little room is left when a few sockets hold them.
 */
function scriptedRendering(script: Script): EventRendering {
  const long = 'x'.repeat(1024 * 1024);
  const text = ({ id, bodySize }: { id: number; bodySize: number }) =>
    JSON.stringify({ id, ...(bodySize === 4 || bodySize === 3 ? { long } : {}) });
  return {
    render: (capture) => (capture.bodySize % 2 === 1 ? undefined : text(capture)),
    open(_accountId, capture) {
      const whole = Buffer.from(text(capture));
      let at = 0;
      return {
        next: () =>
          script.later(() => {
            const piece = whole.subarray(at, at === 0 ? 3 : at + 700_000);
            at += piece.length;
            return piece.length === 0 ? undefined : piece;
          }),
        missing: false,
        close() {},
      };
    },
  };
}

interface OpenedStream {
  scope: Scope;
  after: number;
  text: () => string;
  response: ServerResponse;
  hasLeft: boolean;
}

function leave(stream: OpenedStream | undefined): void {
  if (stream === undefined || stream.hasLeft) return;
  stream.hasLeft = true;
  stream.response.destroy();
  // An HTTP server destroys the response when its connection is gone.
  stream.response.emit('close');
}

test('whatever happens in whatever order, a stream gets each id once, in order, and misses none', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 120, size: 'max' }),
      async (steps) => {
        const script = new Script();
        const log = new ScriptedLog(script);
        const hub = new LiveHub(
          {
            config: parseConfig({}),
            secrets: noSecrets,
            store: {
              db,
              captures: log,
              changes: new AccountChanges(async () => {}),
              checkWritable: () => Promise.resolve(),
              usedShare: () => 0,
              isFull: () => false,
              usedBytes: () => Promise.resolve(0),
              isLeader: () => Promise.resolve(true),
              giveUp: () => {},
              close: () => Promise.resolve(),
            },
            clock: Date.now,
            log: pino({ level: 'silent' }),
            metrics: createMetrics(),
            addresses: { base: '', receiveBase: '' },
            ...fairParts(),
          },
          {
            rendering: scriptedRendering(script),
            findMatches: () => Promise.reject(new Error('no stream here has a match')),
          },
          // The database of this test knows no credential.
          { checkMs: 1e9 },
        );
        const streams: OpenedStream[] = [];
        for (const step of steps) {
          if (step.kind === 'commit') log.commit(step.accountId, step.endpointId, step.size);
          else if (step.kind === 'announce') log.announce(step.count, step.atHand);
          else if (step.kind === 'happen') await script.happen(step.choice);
          else if (step.kind === 'heartbeat') vi.advanceTimersByTime(30_000);
          else if (step.kind === 'leave') leave(streams[step.choice]);
          else {
            const { response, text } = scriptedResponse(script);
            const { accountId, endpointId } = step.scope;
            const scope: Scope = { accountId, ...(endpointId === undefined ? {} : { endpointId }) };
            hub.open(response, {
              scope,
              after: step.after,
              view: 'event',
              credential: { kind: 'key', id: 1 },
            });
            streams.push({ scope, after: step.after, text, response, hasLeft: false });
          }
          // Else the stream would miss captures of other nodes, or the log would look them up for no listener.
          expect(log.isFollowed).toBe(streams.some(({ hasLeft }) => !hasLeft));
        }
        log.announce(Number.POSITIVE_INFINITY, 'all');
        await settled();
        while (!script.isDone) await script.happen(0);

        for (const { scope, after, text, hasLeft } of streams) {
          const wanted = log.committed.filter(({ id, ...rest }) => id > after && isIn(scope, rest));
          const events = text().split('\n\n');
          // A reader may leave within an event.
          const rest = events.pop();
          if (!hasLeft) expect(rest).toBe('');
          const requests = events.filter((event) => event.includes('"id"'));
          const ids = requests.map((event) => JSON.parse(event.slice('data: '.length)).id);
          const wantedIds = wanted.map(({ id }) => id);
          expect(ids).toEqual(hasLeft ? wantedIds.slice(0, ids.length) : wantedIds);
        }
        const closed = hub.close();
        while (!script.isDone) await script.happen(0);
        await closed;
        expect(log.isFollowed).toBe(false);
      },
    ),
    { numRuns: 30 },
  );
});
