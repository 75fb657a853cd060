/** A plausible bug: one place of our own code, written otherwise. */
export interface Mutation {
  /** Within `packages/server/src/`. */
  file: string;
  /** Stands there once. */
  replace: string;
  by: string;
  /** What is broken, in a few words. */
  why: string;
  /** The name of the model that has to find it. */
  foundBy: string;
}

const groupCommit: readonly Omit<Mutation, 'foundBy'>[] = [
  {
    file: 'capture-log/group-commit.ts',
    replace:
      'for (let index = 0; index < group.length; index += 1) group[index]?.resolve(appended[index]);',
    by: 'for (let index = 0; index < group.length - (group.length > 1 ? 1 : 0); index += 1) group[index]?.resolve(appended[index]);',
    why: 'the last caller of a group never hears of it',
  },
  {
    file: 'capture-log/group-commit.ts',
    replace: 'let id = through - stored;',
    by: 'let id = through - group.length;',
    why: 'captures of deleted endpoints are counted as ids',
  },
  {
    file: 'capture-log/group-commit.ts',
    replace: `      onFailed: (group, error) => {
        this.#release(group);`,
    by: `      onFailed: (group, error) => {`,
    why: 'the room of a failed group stays reserved',
  },
  {
    file: 'capture-log/group-commit.ts',
    replace: 'if (!this.#small.isIdle || !this.#large.isIdle) return;',
    by: 'if (!this.#small.isIdle) return;',
    why: 'closing does not wait for large captures',
  },
  {
    file: 'capture-log/group-commit.ts',
    replace: 'for (const { reject } of group) reject(unavailable);',
    by: 'if (!(error instanceof StoreUnavailable)) for (const { reject } of group) reject(unavailable);',
    why: 'callers do not hear that the store is away',
  },
  {
    file: 'capture-log/group-commit.ts',
    replace: 'if (accountId === 0) return undefined;',
    by: '',
    why: 'a capture of a deleted endpoint counts as stored',
  },
  {
    file: 'capture-log/commit-lane.ts',
    replace: '(this.#pipelined > 0 || this.#waiting.length < worthAnotherGroup)',
    by: '(this.#waiting.length < worthAnotherGroup)',
    why: 'pipelined captures overtake a group that is tried again',
  },
  {
    file: 'capture-log/commit-lane.ts',
    replace: `    this.#inFlight--;
    const seconds`,
    by: `    if (answer !== undefined) this.#inFlight--;
    const seconds`,
    why: 'a failed group stays in flight',
  },
  {
    file: 'capture-log/commit-lane.ts',
    replace: `      if (count > 0 && (count === mostGroupCaptures || bytes > mostGroupBytes)) break;
      if (capture.isPipelined) this.#pipelined--;`,
    by: `      if (capture.isPipelined) this.#pipelined--;
      if (count > 0 && (count === mostGroupCaptures || bytes > mostGroupBytes)) break;`,
    why: 'a pipelined capture that is left for the next group is not counted there',
  },
  {
    file: 'capture-log/commit-lane.ts',
    replace: 'else this.#turns.insert(this.#waiting, waiting);',
    by: 'else this.#waiting.push(waiting);',
    why: 'parties take no turns',
  },
  {
    file: 'capture-log/party-turns.ts',
    replace: '    this.#lastRounds.set(party, round);\n',
    by: '',
    why: 'a party has all its captures in one round',
  },
  {
    file: 'capture-log/fuller-groups.ts',
    replace: `    this.#timer = undefined;
    this.#size = 0;`,
    by: `    this.#timer = undefined;`,
    why: 'a fuller group is waited for without end',
  },
];

const tail: readonly Omit<Mutation, 'foundBy'>[] = [
  {
    file: 'capture-log/postgres/tail.ts',
    replace: `    } finally {
      this.#catchingUp = false;
    }`,
    by: `    }
    this.#catchingUp = this.#lookDue;`,
    why: 'after a look that failed nothing is caught up with any more',
  },
  {
    file: 'capture-log/postgres/tail.ts',
    replace: 'return first <= committedThrough + 1 || ',
    by: 'return first <= committedThrough + 2 || ',
    why: 'a gap of one capture is passed over',
  },
  {
    file: 'live/log-page.ts',
    replace: 'Math.max(last, horizon)',
    by: 'Math.max(last, captures.committedThrough)',
    why: 'captures that are committed while a page is read are taken for read',
  },
  {
    file: 'live/channel.ts',
    replace: 'stream.cursor = Math.max(stream.cursor, through);',
    by: 'stream.cursor = through;',
    why: 'a page takes the cursor of a stream back',
  },
  {
    file: 'live/channel.ts',
    replace: `      this.#handedOver = through;
      return;`,
    by: '      return;',
    why: 'streams that read do not know what was announced meanwhile',
  },
  {
    file: 'capture-log/postgres/tail.ts',
    replace: 'return first <= committedThrough + 1 || !followsOthers;',
    by: 'return true;',
    why: 'a gap below a group of this node is passed over',
  },
  {
    file: 'capture-log/postgres/tail.ts',
    replace: 'const unknown = captures.filter(({ id }) => id > announced);',
    by: 'const unknown = captures;',
    why: 'what a look announced is announced again with its group',
  },
  {
    file: 'capture-log/postgres/tail.ts',
    replace: 'if (found.whole) this.#announce(id - 1, []);',
    by: 'this.#announce(id - 1, []);',
    why: 'a look that is not whole counts as whole',
  },
  {
    file: 'capture-log/postgres/tail.ts',
    replace:
      'if (this.#announcements.followsOthers) this.#lookDue = true;\n    else this.#announce(newest, []);',
    by: 'this.#announce(newest, []);',
    why: 'what a stream that has just begun to follow lacks is passed over',
  },
  {
    file: 'capture-log/postgres/tail.ts',
    replace: '    if (through <= announced) return;\n',
    by: '',
    why: 'a group that was announced already takes the tail back',
  },
  {
    file: 'live/channel.ts',
    replace: 'stream.behind || stream.cursor < this.#handedOver',
    by: 'stream.behind',
    why: 'a stream comes to the tail behind what was handed over',
  },
  {
    file: 'live/log-page.ts',
    replace: 'const horizon = captures.committedThrough;',
    by: 'const horizon = captures.committedThrough + 1;',
    why: 'a page is taken for more than was committed when it was read',
  },
];

/** Broken variants of our own code, each with the model that has to find it. */
export const mutations: readonly Mutation[] = [
  ...groupCommit.map((mutation) => ({ ...mutation, foundBy: 'group commit' })),
  ...tail.map((mutation) => ({ ...mutation, foundBy: 'tail' })),
];
