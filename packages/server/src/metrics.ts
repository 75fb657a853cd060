import { refusedReasons } from '@hookwell/core/api';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Those of the endpoints' own lists, and those that no endpoint learns of. */
const refusalReasons = [...refusedReasons, 'unknown_endpoint', 'method'] as const;

/** The reasons to refuse a request to a receive URL: the label of `hookwell_captures_refused_total`. */
export type RefusalReason = (typeof refusalReasons)[number];

export type Metrics = ReturnType<typeof createMetrics>;

/** Every figure that the service exports, in one registry of its own (a process may run several servers). */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, buckets, registers });

  /** The first increase of a counter shows only where it was there before: it begins with 0 for each value of its label. */
  function counterBy<Label extends string>(
    label: Label,
    values: readonly string[],
    name: string,
    help: string,
  ): Counter<Label> {
    const counter = new Counter<string>({ name, help, labelNames: [label], registers });
    for (const value of values) counter.inc({ [label]: value }, 0);
    return counter;
  }

  /** A gauge that is read for each scrape: the hot path writes none. */
  function readGauge(name: string, help: string): { read: () => number } {
    const source = { read: () => 0 };
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(source.read());
      },
    });
    return source;
  }

  return {
    registry,
    bodiesInFlight: readGauge(
      'hookwell_bodies_in_flight_bytes',
      'Bytes of bodies in memory, from their first byte to their commit.',
    ),
    repliesWaiting: readGauge(
      'hookwell_replies_waiting',
      'Answers of endpoints with settings whose time has not come yet.',
    ),
    streamTexts: readGauge(
      'hookwell_stream_text_bytes',
      'Bytes of longer texts that sockets of live streams have yet to take.',
    ),
    storeShare: readGauge(
      'hookwell_store_used_ratio',
      'The part of HOOKWELL_MAX_STORE_BYTES that is taken; 0 where it is not set.',
    ),
    capturesReceived: counter(
      'hookwell_captures_received_total',
      'Requests that reached a receive URL, stored or refused.',
    ),
    capturesStored: counter(
      'hookwell_captures_stored_total',
      'Requests stored durably and acknowledged.',
    ),
    capturesRefused: counterBy(
      'reason',
      refusalReasons,
      'hookwell_captures_refused_total',
      'Requests that a receive URL refused, by reason.',
    ),
    replies: counterBy(
      'kind',
      ['answered', 'fault'],
      'hookwell_replies_total',
      'Answers by the settings of an endpoint, by kind (answered, fault).',
    ),
    listenerAnswers: counterBy(
      'outcome',
      ['answered', 'unanswered', 'cut_short', 'gone'],
      'hookwell_listener_answers_total',
      'Senders that waited for the answer of a listener, by what became of that (answered, unanswered, cut_short, gone).',
    ),
    signatures: counterBy(
      'verdict',
      ['valid', 'invalid', 'missing', 'stale', 'unverifiable'],
      'hookwell_signatures_total',
      'Stored requests of endpoints that verify signatures, by verdict (valid, invalid, missing, stale, unverifiable).',
    ),
    signaturesNotLookedInto: counterBy(
      'why',
      ['body', 'room', 'late', 'failed'],
      'hookwell_signatures_not_looked_into_total',
      'Failed signatures whose cause was not looked for, by reason (body, room, late, failed).',
    ),
    groupSize: histogram(
      'hookwell_commit_group_size',
      'Captures committed together.',
      [1, 2, 4, 8, 16, 32, 64, 128, 256],
    ),
    commitSeconds: histogram(
      'hookwell_commit_seconds',
      'Time from handing a group to the store until it was durable.',
      [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
    ),
    openStreams: gauge('hookwell_open_streams', 'Live streams open now.'),
    streamsRefused: counterBy(
      'reason',
      ['account', 'address', 'descriptors'],
      'hookwell_streams_refused_total',
      'Live streams refused, by reason (account, address, descriptors).',
    ),
    connectionsClosed: counterBy(
      'reason',
      ['idle', 'busy', 'stream'],
      'hookwell_connections_closed_total',
      'Connections closed to keep file descriptors free (idle, busy, stream).',
    ),
    openLists: gauge('hookwell_open_lists', 'Lists of captured requests under way now.'),
    capturesSearched: counter(
      'hookwell_captures_searched_total',
      'Stored requests that searches have tried against a match.',
    ),
    openSearches: gauge(
      'hookwell_open_searches',
      'Searches under way now, of lists and live streams.',
    ),
    heavyReadBytes: gauge(
      'hookwell_heavy_read_bytes',
      'Bytes of large or compressed captures that are in memory for their readers now.',
    ),
    retentionRemoved: counterBy(
      'cause',
      ['count', 'bytes', 'age', 'purge'],
      'hookwell_retention_removed_total',
      'Captured requests removed in the background, by cause (count, bytes, age, purge).',
    ),
    retentionRoundSeconds: histogram(
      'hookwell_retention_round_seconds',
      'Duration of one round of the retention.',
      [0.001, 0.01, 0.1, 1, 10, 60],
    ),
    leader: gauge('hookwell_leader', 'Whether this node does what one of all nodes does: 1 or 0.'),
    storeBytes: gauge(
      'hookwell_store_bytes',
      'Bytes in use that HOOKWELL_MAX_STORE_BYTES bounds, once a minute on the leader; 0 on other nodes.',
    ),
    retentionCompleted: gauge(
      'hookwell_retention_completed_timestamp_seconds',
      'When the leader last looked at everything that expires; 0 on other nodes.',
    ),
  };
}
