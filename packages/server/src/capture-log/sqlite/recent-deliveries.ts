import type { Connection } from '../../database/sqlite/connection.ts';

/** A delivery as it is counted. */
export interface CountedDelivery {
  /** The number of all attempts, of those that are removed too. */
  attempts: number;
  firstId: number;
  /** The newest capture that is not removed. */
  lastId: number;
}

interface RecentDelivery extends CountedDelivery {
  endpointId: number;
  delivery: string;
  /** Whether the table has a row of it, which is older. */
  isInTable: boolean;
}

/** Deliveries with names of alike beginnings, whose rows lie side by side in the table, by endpoint and name. */
interface Bucket {
  recent: Map<string, RecentDelivery>;
  /** The first capture that is not in the table. */
  since: number;
  /** It is written to the table once so many attempts are counted in all. */
  dueAt: number;
}

const numberOfBuckets = 64;
/** So many deliveries are in memory, some 200 bytes each, before a bucket is written to the table. */
const mostRecent = 16_384;
/** A bucket is written at the latest when so many times as many attempts were counted, which a start would read again. */
const attemptsOfRecent = 2;

const find =
  'select attempts, first_id, last_id from delivery where endpoint_id = ? and delivery = ?';
const put = 'insert or replace into delivery values (?, ?, ?, ?, ?)';
const remove = 'delete from delivery where endpoint_id = ? and delivery = ?';
const removeEnded = `${remove} and last_id = ?`;
const moveEnd = 'update delivery set last_id = ? where endpoint_id = ? and delivery = ?';
const noteThrough = 'update capture_log set deliveries_through = ?';

/** Where captures were removed, the table may know of more attempts than the answers that are left. */
const answersAfter = `select answered.endpoint_id, answered.delivery, attempt, answered.first_id, capture_id,
    known.attempts, known.first_id
  from capture_answer answered left join delivery known
    on known.endpoint_id = answered.endpoint_id and known.delivery = answered.delivery
  where capture_id > ? order by capture_id`;

const ofConnections = new WeakMap<Connection, RecentDeliveries>();

/**
 * The number of the attempts of each delivery, within the transactions of the writing thread. Names of deliveries are random, so
 * that each new row of the table `delivery` has a page of its own to write. Those that were counted last are therefore kept in
 * memory, and written many at a time in the order of the table. After a crash they are read from the answers, which are
 * stored with their captures: nothing is counted that is not stored.
 */
export class RecentDeliveries {
  readonly #connection: Connection;
  readonly #most: number;
  readonly #period: number;
  #buckets: Bucket[] = [];
  #size = 0;
  /** The newest capture that was counted. */
  #lastId = 0;
  #attempts = 0;
  #next = 0;
  /** See `Connection.rollbacks`; undefined before anything is read. */
  #validFor: number | undefined;

  constructor(connection: Connection, most = mostRecent) {
    this.#connection = connection;
    this.#most = most;
    this.#period = most * attemptsOfRecent;
    ofConnections.set(connection, this);
  }

  /**
   * Those of a connection, as its open transaction sees them. It has to be called before answers are removed, which may have to be
   * read.
   */
  static of(connection: Connection): RecentDeliveries {
    const deliveries = ofConnections.get(connection) ?? new RecentDeliveries(connection);
    deliveries.#load();
    return deliveries;
  }

  /** Counts an attempt. A delivery that was cleared as a whole begins anew. */
  count(endpointId: number, delivery: string, captureId: number, clearedThrough: number) {
    const bucket = this.#bucketOf(delivery);
    const key = keyOf(endpointId, delivery);
    let known = bucket.recent.get(key);
    if (known === undefined) {
      const row = this.#connection.row(find, endpointId, delivery);
      const [attempts = 0, firstId = captureId, lastId = 0] = (row ?? []).map(Number);
      const isInTable = row !== undefined;
      known = { endpointId, delivery, attempts, firstId, lastId, isInTable };
      this.#add(bucket, key, known, captureId);
    }
    if (known.lastId <= clearedThrough) {
      known.attempts = 0;
      known.firstId = captureId;
    }
    known.attempts += 1;
    known.lastId = captureId;
    this.#lastId = captureId;
    this.#attempts += 1;
    return known;
  }

  /** Forgets a delivery if this capture, which is removed, was its newest one. */
  removedOldest(endpointId: number, delivery: string, captureId: number): void {
    const known = this.#bucketOf(delivery).recent.get(keyOf(endpointId, delivery));
    if (known === undefined) this.#connection.run(removeEnded, endpointId, delivery, captureId);
    else if (known.lastId === captureId) this.forget(endpointId, delivery);
  }

  /** Notes the newest capture of a delivery that is left. */
  endsWith(endpointId: number, delivery: string, lastId: number): void {
    const known = this.#take(endpointId, delivery);
    // The answers that are left do not tell the number of those that are removed: the table does.
    if (known === undefined) this.#connection.run(moveEnd, lastId, endpointId, delivery);
    else this.#write({ ...known, lastId });
  }

  /** Forgets a delivery of which no capture is left. */
  forget(endpointId: number, delivery: string): void {
    const known = this.#take(endpointId, delivery);
    if (known === undefined || known.isInTable) this.#connection.run(remove, endpointId, delivery);
  }

  /** Writes buckets to the table as far as their bounds are met: about as many deliveries as were counted since. */
  writeSome(): void {
    for (;;) {
      const bucket = this.#buckets[this.#next];
      if (bucket === undefined) return;
      if (this.#size <= this.#most && this.#attempts < bucket.dueAt) return;
      this.#writeBucket(bucket);
      this.#next = (this.#next + 1) % numberOfBuckets;
      this.#noteThrough();
    }
  }

  /** Writes all of them to the table. */
  writeAll(): void {
    for (const bucket of this.#buckets) this.#writeBucket(bucket);
    this.#noteThrough();
  }

  #load(): void {
    if (this.#validFor === this.#connection.rollbacks) return;
    // One after the other.
    this.#buckets = Array.from({ length: numberOfBuckets }, (_, place) => ({
      recent: new Map(),
      since: Number.POSITIVE_INFINITY,
      dueAt: ((place + 1) / numberOfBuckets) * this.#period,
    }));
    [this.#size, this.#attempts, this.#next] = [0, 0, 0];
    let read = 0;
    const [through] = this.#connection.row('select deliveries_through from capture_log') ?? [];
    this.#lastId = Number(through);
    for (const row of this.#connection.each(answersAfter, this.#lastId)) {
      const [endpointId, delivery] = [Number(row[0]), String(row[1])];
      const [attempt = 0, firstId = 0, lastId = 0, knownAttempts = 0, knownFirst = 0] = row
        .slice(2)
        .map(Number);
      const bucket = this.#bucketOf(delivery);
      const attempts = knownFirst === firstId ? Math.max(attempt, knownAttempts) : attempt;
      const isInTable = row[5] !== null;
      const known = { endpointId, delivery, attempts, firstId, lastId, isInTable };
      this.#add(bucket, keyOf(endpointId, delivery), known, lastId);
      this.#lastId = lastId;
      read += 1;
    }
    this.#validFor = this.#connection.rollbacks;
    // They are not read once more after another start.
    if (read > this.#period) this.writeAll();
  }

  #bucketOf(delivery: string): Bucket {
    const bucket = this.#buckets[delivery.charCodeAt(0) % numberOfBuckets] ?? this.#buckets[0];
    if (bucket === undefined) throw new Error('Nothing was read yet');
    return bucket;
  }

  #add(bucket: Bucket, key: string, known: RecentDelivery, captureId: number): void {
    if (bucket.recent.size === 0) bucket.since = captureId;
    this.#size -= bucket.recent.size;
    bucket.recent.set(key, known);
    this.#size += bucket.recent.size;
  }

  #take(endpointId: number, delivery: string): RecentDelivery | undefined {
    const { recent } = this.#bucketOf(delivery);
    const key = keyOf(endpointId, delivery);
    const known = recent.get(key);
    if (recent.delete(key)) this.#size -= 1;
    return known;
  }

  #writeBucket(bucket: Bucket): void {
    const inOrder = [...bucket.recent.values()].sort(
      (a, b) => a.endpointId - b.endpointId || (a.delivery < b.delivery ? -1 : 1),
    );
    for (const known of inOrder) this.#write(known);
    this.#size -= bucket.recent.size;
    bucket.recent.clear();
    bucket.since = Number.POSITIVE_INFINITY;
    bucket.dueAt = this.#attempts + this.#period;
  }

  #write({ endpointId, delivery, attempts, firstId, lastId }: RecentDelivery): void {
    this.#connection.run(put, endpointId, delivery, attempts, firstId, lastId);
  }

  #noteThrough(): void {
    const since = Math.min(...this.#buckets.map((bucket) => bucket.since));
    this.#connection.run(noteThrough, Math.min(since - 1, this.#lastId));
  }
}

function keyOf(endpointId: number, delivery: string): string {
  return `${endpointId} ${delivery}`;
}
