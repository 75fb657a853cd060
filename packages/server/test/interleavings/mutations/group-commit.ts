import type { Mutation } from '../mutation.ts';

/** Found by the model of the same name. */
export const groupCommit: readonly Omit<Mutation, 'foundBy'>[] = [
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
    replace: 'else this.#turns.insert(this.#waiting, waiting);',
    by: 'else this.#waiting.push(waiting);',
    why: 'parties take no turns',
  },
  {
    file: 'capture-log/party-turns.ts',
    replace: '    this.#lastRounds.set(party, turn);\n',
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
