import type { Mutation } from '../mutation.ts';

/** Found by the model of the same name. */
export const tail: readonly Omit<Mutation, 'foundBy'>[] = [
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
