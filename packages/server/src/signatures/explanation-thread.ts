import type { SignedHead, Verification } from '@hookwell/core/signatures';
import { explain, type Verifying } from '@hookwell/core/signatures/explain';
import { giveWay } from '../fairness/thread-priority.ts';
import { answerQuestions } from '../threads/answer-questions.ts';
import type { AnsweredBy } from '../threads/messages.ts';

/** A request that did not verify. */
export interface ExplanationAsk {
  verifying: Verifying;
  head: SignedHead;
  body: Uint8Array<ArrayBuffer>;
  verification: Verification;
  mostMs: number;
}

const answers = { explain: answer };
export type ExplanationExchanges = AnsweredBy<typeof answers>;

giveWay('deciding');
answerQuestions<ExplanationExchanges>(answers);

/** On a machine that is busy with other work an explanation takes at most this many times its own time. */
const mostDelay = 50;

/** The sentence. Its deadline counts the time that this thread runs. */
function answer(ask: ExplanationAsk): Promise<string> {
  const { verifying, head, body, verification, mostMs } = ask;
  const before = process.threadCpuUsage();
  const began = performance.now();
  const now = (): number => {
    const { user, system } = process.threadCpuUsage(before);
    return Math.max((user + system) / 1000, (performance.now() - began) / mostDelay);
  };
  return explain(verifying, head, body, verification, mostMs, now);
}
