import fc from 'fast-check';
import { pino } from 'pino';
import { Announcements } from '../../src/capture-log/announcements.ts';
import type { NewCapture } from '../../src/capture-log/captures.ts';
import type { GroupAnswer } from '../../src/capture-log/commit-lane.ts';
import { GroupCommit, type StoredGroup } from '../../src/capture-log/group-commit.ts';
import { SizeLimit } from '../../src/capture-log/size-limit.ts';
import { StoreFull, StoreUnavailable } from '../../src/database/errors.ts';
import { newCapture } from '../live/new-capture.ts';
import { model, type Schedule } from './schedule.ts';

const kibibyte = 1024;
/** Captures with larger bodies have groups of their own (`group-commit.ts`). */
const largestSmallBodyBytes = 256 * kibibyte;
/** So many captures of each other party go before the first one of a party: two rounds. */
const mostBeforeLarge = 2;
/** Small ones wait in the order in which they came while a group is not full. */
const mostBeforeSmall = 256 + 2;

const sent = fc
  .oneof(
    fc.record({
      kibibytes: fc.constantFrom(0, 1),
      /** So many at once, on one connection. */
      count: fc.constantFrom(1, 1, 1, 2, 5, 20, 300),
    }),
    fc.record({ kibibytes: fc.constantFrom(300, 700), count: fc.constantFrom(1, 2, 6, 12) }),
  )
  .chain((size) =>
    fc.record({
      ...{ kibibytes: fc.constant(size.kibibytes), count: fc.constant(size.count) },
      party: fc.integer({ min: 1, max: 3 }),
      /** And again, so often. */
      times: fc.integer({ min: 1, max: 3 }),
      /** Whether its sender does not wait for answers. */
      isPipelined: fc.boolean(),
      /** Their endpoint is gone when they are committed. */
      isGone: fc.constantFrom(false, false, false, true),
    }),
  );

const plan = fc.record({
  sends: fc.array(sent, { minLength: 1, maxLength: 8 }),
  groupsInFlight: fc.constantFrom(1, 2),
  isAmongOthers: fc.boolean(),
  /** Some large captures fill the smaller one. */
  roomBytes: fc.constantFrom(1_200_000, undefined),
  passes: fc.array(fc.constantFrom(1, 10, 2000), { maxLength: 4 }),
  closesAtAnyTime: fc.boolean(),
});
type Plan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never;

/** An append, and what became of it. */
interface Append {
  capture: NewCapture;
  isGone: boolean;
  isLarge: boolean;
  connection: number;
  isAfterClose: boolean;
  /** So many captures had been sent to the database when it came. */
  sentBefore: number;
  /** Whether its party had no turn in its lane before. */
  isFirst: boolean;
  isSent: boolean;
  hasFailed: boolean;
  /** The id under which it is committed. */
  committed?: number;
  announced: number[];
  answers: ({ id: number | undefined } | { error: unknown })[];
}

/** Captures on their way into a database that gives ids as it commits. */
class Appends {
  readonly all: Append[] = [];
  /** In the order in which they were sent to the database. */
  readonly sent: Append[] = [];
  isClosing = false;
  hasClosed = false;
  readonly #schedule: Schedule;
  readonly #plan: Plan;
  readonly #groups: GroupCommit;
  readonly #limit: SizeLimit;
  #lastId = 0;
  #inFlight = 0;

  constructor(schedule: Schedule, plan: Plan) {
    this.#schedule = schedule;
    this.#plan = plan;
    this.#limit = new SizeLimit(plan.roomBytes);
    const log = pino({ level: 'silent' });
    const announcements = new Announcements(log, 0);
    announcements.onStored((captures) => {
      for (const { id, capture } of captures) {
        const append = this.#of(capture);
        append.announced.push(id);
        schedule.must(append.answers.length === 0, 'a caller hears before the announcement');
      }
    });
    this.#groups = new GroupCommit({
      groupsInFlight: plan.groupsInFlight,
      commit: (captures) => this.#commit(captures),
      large: { commit: (captures) => this.#store(captures), rest: 3 },
      onStored: (group) => this.#checkGroup(group),
      announcements,
      limit: this.#limit,
      log,
    });
  }

  /** The room that is reserved now. */
  get reservedShare(): number {
    return this.#limit.usedShare;
  }

  add(capture: NewCapture, connection: number, isGone: boolean): void {
    const isLarge = capture.bodySize > largestSmallBodyBytes;
    const isBefore = (other: Append) =>
      other.isLarge === isLarge && other.capture.party === capture.party;
    const append: Append = {
      ...{
        capture,
        connection,
        isGone,
        isLarge,
        isSent: false,
        hasFailed: false,
        announced: [],
        answers: [],
      },
      isAfterClose: this.isClosing,
      sentBefore: this.sent.length,
      isFirst: !this.all.some(isBefore),
    };
    this.all.push(append);
    void this.#groups.append(capture).then(
      (stored) => {
        this.#schedule.must(!this.hasClosed, 'closing did not wait for a capture');
        append.answers.push({ id: stored?.id });
      },
      (error: unknown) => append.answers.push({ error }),
    );
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await this.#groups.close();
    this.hasClosed = true;
  }

  #of({ receivedAt }: Pick<NewCapture, 'receivedAt'>): Append {
    const append = this.all[receivedAt];
    if (append === undefined) throw new Error('a capture that nobody sent');
    return append;
  }

  async #commit(captures: readonly NewCapture[]): Promise<GroupAnswer> {
    this.#inFlight += 1;
    const isWithin = this.#inFlight <= this.#plan.groupsInFlight;
    this.#schedule.must(isWithin, 'the store has more groups than it takes at a time');
    try {
      return await this.#store(captures);
    } finally {
      this.#inFlight -= 1;
    }
  }

  async #store(captures: readonly NewCapture[]): Promise<GroupAnswer> {
    const group = captures.map((capture) => this.#of(capture));
    this.sent.push(...group);
    for (const append of group) append.isSent = true;
    try {
      return await this.#schedule.ask(`a group of ${group.length}`, () => ({
        accountIds: group.map((append) => this.#insert(append)),
        through: this.#lastId,
        isAmongOthers: this.#plan.isAmongOthers,
      }));
    } catch (error) {
      for (const append of group) append.hasFailed = true;
      throw error;
    }
  }

  #insert(append: Append): number {
    this.#schedule.must(append.committed === undefined, 'a capture is committed twice');
    if (append.isGone) return 0;
    this.#lastId += 1;
    append.committed = this.#lastId;
    return append.capture.party ?? 0;
  }

  #checkGroup({ first, through, captures }: StoredGroup): void {
    const hasAll =
      captures.length === through - first + 1 &&
      captures.every(({ id }, index) => id === first + index);
    this.#schedule.must(hasAll, 'a group is told with other captures than it stored');
  }
}

type Send = Plan['sends'][number];

function sendAll(schedule: Schedule, appends: Appends, connection: number, send: Send): void {
  const { party, kibibytes, count, times, isPipelined, isGone } = send;
  schedule.act(`${count} captures come`, () => {
    for (let index = 0; index < count; index += 1) {
      const isUnanswered = (before: Append) =>
        before.connection === connection && before.answers.length === 0;
      const capture: NewCapture = {
        ...newCapture(party),
        party,
        bodySize: kibibytes * kibibyte,
        // Tells captures apart.
        receivedAt: appends.all.length,
        isPipelined: isPipelined && (index > 0 || appends.all.some(isUnanswered)),
      };
      appends.add(capture, connection, isGone);
    }
    if (times > 1) sendAll(schedule, appends, connection, { ...send, times: times - 1 });
  });
}

/** Gives what does not hold of a capture, once all of them are answered. */
function faultOf(append: Append, { sent }: Appends): string | undefined {
  const { committed, answers, announced, hasFailed, isAfterClose, isFirst, isLarge } = append;
  const [answer] = answers;
  if (answer === undefined || answers.length > 1) return 'an append settles more than once';
  if ('error' in answer) {
    if (announced.length > 0) return 'a capture is announced, and its caller told that it failed';
    if (answer.error instanceof StoreFull) {
      return append.isSent ? 'a capture that was refused is sent' : undefined;
    }
    if (!(answer.error instanceof StoreUnavailable)) return `failed with ${answer.error}`;
    return hasFailed || isAfterClose ? undefined : 'an append fails whose group did not';
  }
  if (hasFailed) return 'an append succeeds whose group failed';
  if (isAfterClose) return 'a store that closes accepts a capture';
  if (answer.id !== committed) return `answered with ${answer.id}, committed as ${committed}`;
  const wanted = committed === undefined ? [] : [committed];
  if (String(announced) !== String(wanted)) return `announced as ${announced}, not ${wanted}`;
  if (!isFirst || append.capture.isPipelined) return undefined;
  const most = isLarge ? mostBeforeLarge : mostBeforeSmall;
  const before = new Map<number, number>();
  for (const { capture, isLarge: other } of sent.slice(append.sentBefore, sent.indexOf(append))) {
    if (other !== isLarge || capture.party === append.capture.party) continue;
    const count = (before.get(capture.party ?? 0) ?? 0) + 1;
    if (count > most) return 'one party keeps another waiting';
    before.set(capture.party ?? 0, count);
  }
  return undefined;
}

/**
 * Captures of several parties, small and large, while groups fail, stall, come back in any order, or lose their replies:
 *
 * - every append settles once: with the id under which its capture was committed, or with an error;
 * - an append fails only if its own group did, or there was no room for it;
 * - a group is announced once, with all that it stored, before its callers hear of it;
 * - of one connection, a small pipelined capture never gets a lower id than one before it;
 * - however many captures of a party wait, one of another waits for few of them;
 * - room that was reserved is given back, whatever became of the group;
 * - closing resolves once everything accepted was answered, and nothing is accepted afterwards.
 */
export const groupCommit = model(
  'group commit',
  plan,
  async (tried, schedule) => {
    const appends = new Appends(schedule, tried);
    const { sends, passes, closesAtAnyTime } = tried;
    for (const [connection, send] of sends.entries()) sendAll(schedule, appends, connection, send);
    for (const milliseconds of passes) schedule.pass(milliseconds);
    const close = () => schedule.act('the store closes', () => appends.close());
    if (closesAtAnyTime) close();
    await schedule.until(() => appends.all.every(({ answers }) => answers.length > 0));
    if (!closesAtAnyTime) close();
    await schedule.until();
    for (const append of appends.all) {
      const fault = faultOf(append, appends);
      if (fault !== undefined) throw new Error(`capture ${append.capture.receivedAt}: ${fault}`);
    }
    const lastOf = new Map<number, number>();
    for (const { capture, connection, isLarge, committed } of appends.all) {
      if (committed === undefined || isLarge) continue;
      const overtakes = committed < (lastOf.get(connection) ?? 0);
      if (capture.isPipelined && overtakes)
        throw new Error('a pipelined capture overtakes another');
      lastOf.set(connection, committed);
    }
    if (appends.reservedShare > 0) throw new Error('room stays reserved that nobody uses');
  },
  900,
);
