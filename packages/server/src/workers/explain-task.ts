import type { SignedHead, Verification } from '@hookwell/core/signatures';
import { explain, type Verifying } from '@hookwell/core/signatures/explain';

/** A request that did not verify. */
export interface ExplainAsk {
  verifying: Verifying;
  head: SignedHead;
  body: Uint8Array<ArrayBuffer>;
  verification: Verification;
  /** The time for it, in milliseconds: after it the explanation says that not every cause was tried. */
  maxMs: number;
}

/** On a machine whose processors have no time for the thread, an explanation takes this many times its time at most. */
const maxDelay = 10;

/** Says why a request did not verify. */
export function explainSignature(ask: ExplainAsk): Promise<string> {
  const { verifying, head, body, verification, maxMs } = ask;
  const before = process.threadCpuUsage();
  const began = performance.now();
  const usedMs = (): number => {
    const { user, system } = process.threadCpuUsage(before);
    return Math.max((user + system) / 1000, (performance.now() - began) / maxDelay);
  };
  return explain(verifying, head, body, verification, maxMs, usedMs);
}
