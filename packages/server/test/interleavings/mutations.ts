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

const knownEndpoints: readonly Omit<Mutation, 'foundBy'>[] = [
  {
    file: 'receive/token-look-ups.ts',
    replace: `      this.#waiting = new Map();
      const foundAll = await this.#settle(group);`,
    by: `      const foundAll = await this.#settle(group);
      this.#waiting = new Map();`,
    why: 'a look-up may have begun before the request that uses it',
  },
  {
    file: 'receive/token-look-ups.ts',
    replace: 'for (const lookUp of group.values()) lookUp.reject(error);',
    by: 'for (const lookUp of group.values()) lookUp.resolve(undefined);',
    why: 'an endpoint is unknown while the database is away',
  },
  {
    file: 'receive/known-endpoints.ts',
    replace: 'Object.assign(kept, found, {',
    by: 'Object.assign(kept, {',
    why: 'what is known of a token is not renewed by a look-up',
  },
  {
    file: 'receive/known-endpoints.ts',
    replace: 'const found = await this.#lookUps.find(token);',
    by: 'const found = this.#byToken.get(token) ?? (await this.#lookUps.find(token));',
    why: 'a look-up is answered from memory',
  },
  {
    file: 'receive/storing.ts',
    replace: '{ ...capture, endpointId: now.id }',
    by: 'capture',
    why: 'a capture goes on to the endpoint that had its token before',
  },
  {
    file: 'receive/storing.ts',
    replace: 'return this.#toItsEnd(arrived, this.#storeAfterChange(endpoint, arrived, capture));',
    by: "return refusals.refuse(request, response, 'unknown_endpoint');",
    why: 'an endpoint that was made anew under its token is unknown to a node that knew the old one',
  },
  {
    file: 'receive/storing.ts',
    replace: 'refusals.unstored(request, response, error, capture.bodySize);',
    by: 'acknowledge(response, 1, this.#isStopping);',
    why: 'what could not be stored is acknowledged',
  },
];

const settings: readonly Omit<Mutation, 'foundBy'>[] = [
  {
    file: 'replies/known-settings.ts',
    replace: 'return read?.version === wanted.settingsVersion ? read : undefined;',
    by: 'return read;',
    why: 'settings that a read gives count under every version',
  },
  {
    file: 'receive/storing.ts',
    replace: '...xHeaders, settingsVersion, answering, wait }',
    by: '...xHeaders, settingsVersion: endpoint.settingsVersion, answering, wait }',
    why: 'a decision is stored under the version that counts when it is stored',
  },
  {
    file: 'receive/storing.ts',
    replace: 'if (hasSettings && decided === undefined) return this.#isGivenUp(arrived);',
    by: '',
    why: 'a capture is acknowledged although its settings could not be read under their version',
  },
  {
    file: 'replies/known-settings.ts',
    replace: 'return known?.version === settingsVersion ? known : undefined;',
    by: 'return known;',
    why: 'settings that are known count under every version',
  },
  {
    file: 'settings/settings.ts',
    replace:
      'numDeletedRows > 0n ? await raiseSettingsVersion(transaction, locked) : locked.settings_version;',
    by: 'numDeletedRows > 0n ? locked.settings_version : locked.settings_version;',
    why: 'the removal of settings raises no version',
  },
  {
    file: 'database/settings-version.ts',
    replace: '.set({ settings_version: version })',
    by: '.set({ settings_version: settings_version })',
    why: 'the version that is written with settings is not that of the endpoint',
  },
  {
    file: 'capture-log/sqlite/append-group.ts',
    replace: 'where id = ? and settings_version = ? returning',
    by: 'where id = ? and settings_version >= ? returning',
    why: 'captures are stored under settings that were replaced',
  },
];

const waitingAnswers: readonly Omit<Mutation, 'foundBy'>[] = [
  {
    file: 'replies/listener-waits.ts',
    replace: "if (wait.isDeciding || isGone(wait)) return 'late';",
    by: "if (isGone(wait)) return 'late';",
    why: 'two answers to one sender are stored at once',
  },
  {
    file: 'replies/listener-waits.ts',
    replace: 'if (!wait.isDeciding) this.#end(wait);',
    by: 'this.#end(wait);',
    why: 'the time ends while an answer is being stored',
  },
  {
    file: 'replies/listener-waits.ts',
    replace: 'const isStored = await this.#decisions.answer({ captureId, status, retryAfter });',
    by: 'const isStored = true; this.#decisions.answer({ captureId, status, retryAfter }).catch(() => undefined);',
    why: 'an answer is sent before it is stored',
  },
  {
    file: 'replies/listener-waits.ts',
    replace: 'if (await this.#decisions.end(captureId)) return sender.answer.otherwise();',
    by: 'await this.#decisions.end(captureId); return sender.answer.otherwise();',
    why: 'the end of the time counts although an answer was stored',
  },
  {
    file: 'replies/listener-waits.ts',
    replace: `      wait.unsure = answer;
      if (wait.isOver) this.#end(wait);`,
    by: '      wait.unsure = answer;',
    why: 'a time that ended while an answer could not be stored never ends',
  },
  {
    file: 'replies/listener-waits.ts',
    replace: 'else if (await offers.take(captureId)) await this.#give(wait, answer);',
    by: 'else if ((await offers.take(captureId)) || true) await this.#give(wait, answer);',
    why: 'an offer that was taken back is sent',
  },
  {
    file: 'replies/listener-waits.ts',
    replace: 'if (offered !== undefined && (await offers?.take(captureId))) {',
    by: 'if (offered !== undefined) {',
    why: 'an offer that comes as the time ends is sent without being taken',
  },
  {
    file: 'listeners/wait-decisions.ts',
    replace: 'resolve(decided.has(item.captureId));',
    by: 'resolve(true);',
    why: 'every decision counts as the first one',
  },
  {
    file: 'listeners/wait-decisions.ts',
    replace: 'for (const { reject } of some) reject(error);',
    by: '',
    why: 'nobody hears that a decision could not be stored',
  },
  {
    file: 'listeners/wait-decisions.ts',
    replace: '    this.#running = undefined;\n',
    by: '',
    why: 'decisions are made once and never again',
  },
  {
    file: 'listeners/answer-rows.ts',
    replace: `      .where('answer', 'is', null)
      .returning('capture_id')`,
    by: `      .returning('capture_id')`,
    why: 'the end of the time removes an answer',
  },
  {
    file: 'listeners/answer-offers.ts',
    replace: "if (await offers.takeBack(captureId)) return 'unreachable';",
    by: "return 'unreachable';",
    why: 'an offer that nobody takes is not taken back',
  },
  {
    file: 'listeners/answer-offers.ts',
    replace: "if (!(await this.inTurn(party, offer))) return 'late';",
    by: 'await this.inTurn(party, offer);',
    why: 'an offer that is refused counts as one',
  },
  {
    file: 'replies/waiting-answers.ts',
    replace: 'const delayMs = committedAt + answer.delayMs - performance.now();',
    by: 'const delayMs = answer.delayMs - performance.now();',
    why: 'the time of a wait is not counted from its commit',
  },
];

/** Broken variants of our own code, each with the model that has to find it. */
export const mutations: readonly Mutation[] = [
  ...groupCommit.map((mutation) => ({ ...mutation, foundBy: 'group commit' })),
  ...knownEndpoints.map((mutation) => ({ ...mutation, foundBy: 'known endpoints' })),
  ...settings.map((mutation) => ({ ...mutation, foundBy: 'settings' })),
  ...tail.map((mutation) => ({ ...mutation, foundBy: 'tail' })),
  ...waitingAnswers.map((mutation) => ({ ...mutation, foundBy: 'waiting answers' })),
];
