import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const refusalReasons = [
  'unknown_endpoint',
  'body_too_large',
  'rate_limited',
  'overloaded',
  'timed_out',
  'store_unavailable',
  'store_full',
  'guest_space_full',
  'method',
  'aborted',
] as const;

/** The reasons to refuse a request to a receive URL: the label of `hookwell_captures_refused_total`. */
export type RefusalReason = (typeof refusalReasons)[number];

/** Every figure that the service exports, in one registry of its own (a process may run several servers). */
export interface Metrics {
  registry: Registry;
  capturesReceived: Counter;
  capturesStored: Counter;
  capturesRefused: Counter<'reason'>;
  /** Reads the bytes of bodies in flight for each scrape: the hot path writes no gauge. */
  bodiesInFlight: { read: () => number };
  replies: Counter<'kind'>;
  signatures: Counter<'verdict'>;
  signaturesNotLookedInto: Counter<'why'>;
  /** Reads the number of answers that wait, for each scrape. */
  repliesWaiting: { read: () => number };
  groupSize: Histogram;
  commitSeconds: Histogram;
  openStreams: Gauge;
  streamsRefused: Counter<'reason'>;
  /** Reads the bytes that sockets of streams have yet to take, for each scrape. */
  streamTexts: { read: () => number };
  connectionsClosed: Counter<'reason'>;
  openLists: Gauge;
  capturesSearched: Counter;
  openSearches: Gauge;
  heavyReadBytes: Gauge;
  heavyPieceBytes: Gauge;
  retentionRemoved: Counter<'cause'>;
  retentionRoundSeconds: Histogram;
  /** The part of HOOKWELL_MAX_STORE_BYTES that is taken, read when somebody asks. */
  storeShare: { read: () => number };
  /** Of the node that does what is done once for all nodes; the others have 0 in all three. */
  leader: Gauge;
  storeBytes: Gauge;
  retentionCompleted: Gauge;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const bodiesInFlight = { read: () => 0 };
  new Gauge({
    name: 'hookwell_bodies_in_flight_bytes',
    help: 'Bytes of bodies in memory, from their first byte to their commit.',
    registers,
    collect() {
      this.set(bodiesInFlight.read());
    },
  });
  const repliesWaiting = { read: () => 0 };
  new Gauge({
    name: 'hookwell_replies_waiting',
    help: 'Answers of endpoints with settings whose time has not come yet.',
    registers,
    collect() {
      this.set(repliesWaiting.read());
    },
  });
  const streamTexts = { read: () => 0 };
  new Gauge({
    name: 'hookwell_stream_text_bytes',
    help: 'Bytes of longer texts that sockets of live streams have yet to take.',
    registers,
    collect() {
      this.set(streamTexts.read());
    },
  });
  const storeShare = { read: () => 0 };
  new Gauge({
    name: 'hookwell_store_used_ratio',
    help: 'The part of HOOKWELL_MAX_STORE_BYTES that is taken; 0 where it is not set.',
    registers,
    collect() {
      this.set(storeShare.read());
    },
  });
  const metrics: Metrics = {
    registry,
    bodiesInFlight,
    repliesWaiting,
    streamTexts,
    storeShare,
    capturesReceived: new Counter({
      name: 'hookwell_captures_received_total',
      help: 'Requests that reached a receive URL, stored or refused.',
      registers,
    }),
    capturesStored: new Counter({
      name: 'hookwell_captures_stored_total',
      help: 'Requests stored durably and acknowledged.',
      registers,
    }),
    capturesRefused: new Counter({
      name: 'hookwell_captures_refused_total',
      help: 'Requests that a receive URL refused, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    replies: new Counter({
      name: 'hookwell_replies_total',
      help: 'Answers by the settings of an endpoint, by kind (answered, fault).',
      labelNames: ['kind'],
      registers,
    }),
    signatures: new Counter({
      name: 'hookwell_signatures_total',
      help: 'Stored requests of endpoints that verify signatures, by verdict (valid, invalid, missing, stale, unverifiable).',
      labelNames: ['verdict'],
      registers,
    }),
    signaturesNotLookedInto: new Counter({
      name: 'hookwell_signatures_not_looked_into_total',
      help: 'Failed signatures whose cause was not looked for, by reason (body, room, late, failed).',
      labelNames: ['why'],
      registers,
    }),
    groupSize: new Histogram({
      name: 'hookwell_commit_group_size',
      help: 'Captures committed together.',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
      registers,
    }),
    commitSeconds: new Histogram({
      name: 'hookwell_commit_seconds',
      help: 'Time from handing a group to the store until it was durable.',
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
    openStreams: new Gauge({
      name: 'hookwell_open_streams',
      help: 'Live streams open now.',
      registers,
    }),
    streamsRefused: new Counter({
      name: 'hookwell_streams_refused_total',
      help: 'Live streams refused, by reason (account, address, descriptors).',
      labelNames: ['reason'],
      registers,
    }),
    connectionsClosed: new Counter({
      name: 'hookwell_connections_closed_total',
      help: 'Connections closed to keep file descriptors free (idle, busy, stream).',
      labelNames: ['reason'],
      registers,
    }),
    openLists: new Gauge({
      name: 'hookwell_open_lists',
      help: 'Lists of captured requests under way now.',
      registers,
    }),
    capturesSearched: new Counter({
      name: 'hookwell_captures_searched_total',
      help: 'Stored requests that searches have tried against a match.',
      registers,
    }),
    openSearches: new Gauge({
      name: 'hookwell_open_searches',
      help: 'Searches under way now, of lists and live streams.',
      registers,
    }),
    heavyReadBytes: new Gauge({
      name: 'hookwell_heavy_read_bytes',
      help: 'Bytes of large or compressed captures that are in memory for their readers now.',
      registers,
    }),
    heavyPieceBytes: new Gauge({
      name: 'hookwell_heavy_piece_bytes',
      help: 'Bytes of large or compressed captures that are on their way to sockets now.',
      registers,
    }),
    retentionRemoved: new Counter({
      name: 'hookwell_retention_removed_total',
      help: 'Captured requests removed in the background, by cause (count, bytes, age, purge).',
      labelNames: ['cause'],
      registers,
    }),
    retentionRoundSeconds: new Histogram({
      name: 'hookwell_retention_round_seconds',
      help: 'Duration of one round of the retention.',
      buckets: [0.001, 0.01, 0.1, 1, 10, 60],
      registers,
    }),
    leader: new Gauge({
      name: 'hookwell_leader',
      help: 'Whether this node does what one of all nodes does: 1 or 0.',
      registers,
    }),
    storeBytes: new Gauge({
      name: 'hookwell_store_bytes',
      help: 'Bytes in use that HOOKWELL_MAX_STORE_BYTES bounds, once a minute on the leader; 0 on other nodes.',
      registers,
    }),
    retentionCompleted: new Gauge({
      name: 'hookwell_retention_completed_timestamp_seconds',
      help: 'When the leader last looked at everything that expires; 0 on other nodes.',
      registers,
    }),
  };
  startAtZero(metrics);
  return metrics;
}

/** The first increase of a counter shows only where it was there before, as 0. */
function startAtZero(metrics: Metrics): void {
  for (const reason of refusalReasons) metrics.capturesRefused.inc({ reason }, 0);
  for (const kind of ['answered', 'fault']) metrics.replies.inc({ kind }, 0);
  for (const verdict of ['valid', 'invalid', 'missing', 'stale', 'unverifiable'])
    metrics.signatures.inc({ verdict }, 0);
  for (const why of ['body', 'room', 'late', 'failed'])
    metrics.signaturesNotLookedInto.inc({ why }, 0);
  for (const reason of ['account', 'address', 'descriptors'])
    metrics.streamsRefused.inc({ reason }, 0);
  for (const reason of ['idle', 'busy', 'stream']) metrics.connectionsClosed.inc({ reason }, 0);
  for (const cause of ['count', 'bytes', 'age', 'purge'])
    metrics.retentionRemoved.inc({ cause }, 0);
}
