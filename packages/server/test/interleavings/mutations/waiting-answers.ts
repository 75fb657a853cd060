import type { Mutation } from '../mutation.ts';

/** Found by the model of the same name. */
export const waitingAnswers: readonly Omit<Mutation, 'foundBy'>[] = [
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
    file: 'replies/undecided-waits.ts',
    replace: "if (await decisions.end(captureId)) return 'otherwise';",
    by: "await decisions.end(captureId); return 'otherwise';",
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
    file: 'replies/undecided-waits.ts',
    replace: 'if (await offers.take(captureId, offered.digest)) return offered.answer;',
    by: 'await offers.take(captureId, offered.digest); return offered.answer;',
    why: 'an offer that was taken back is sent',
  },
  {
    file: 'replies/undecided-waits.ts',
    replace:
      'if (wait.unsure !== undefined && (await offers.isTaken(captureId))) return wait.unsure;',
    by: 'if (wait.unsure !== undefined) return wait.unsure;',
    why: 'what may have been taken is sent without a look',
  },
  {
    file: 'listeners/answer-offers.ts',
    replace: "if (found !== 'offered' && waiting.isGiven) return 'given';",
    by: "if (found !== 'offered') return 'given';",
    why: 'an answer counts as given once it is taken',
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
