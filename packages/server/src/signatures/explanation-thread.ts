import { performance } from 'node:perf_hooks';
import type { SignedHead, Verification } from '@hookwell/signatures';
import { explain, type Verifying } from '@hookwell/signatures/explain';
import { giveWay } from '../fairness/thread-priority.ts';
import { answerQuestions } from '../threads/answer-questions.ts';

/** A request that did not verify. */
export interface ExplanationAsk {
  verifying: Verifying;
  head: SignedHead;
  body: Uint8Array<ArrayBuffer>;
  verification: Verification;
  mostMs: number;
}

interface Explanation {
  sentence: string;
  /** The time that it took: of the processor, whatever else runs on the machine, and of Node's thread pool. */
  tookMs: number;
}

export interface ExplanationExchanges {
  explain: { ask: ExplanationAsk; answer: Explanation };
}

giveWay();
answerQuestions<ExplanationExchanges>({ explain: answer });

async function answer(ask: ExplanationAsk): Promise<Explanation> {
  const { verifying, head, body, verification, mostMs } = ask;
  const before = process.threadCpuUsage();
  const { idle } = performance.eventLoopUtilization();
  const sentence = await explain(verifying, head, body, verification, mostMs);
  const { user, system } = process.threadCpuUsage(before);
  const pooledMs = performance.eventLoopUtilization().idle - idle;
  return { sentence, tookMs: (user + system) / 1000 + pooledMs };
}
