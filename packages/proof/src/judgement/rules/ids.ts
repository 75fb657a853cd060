import type { Capture } from '../captures.ts';
import type { Facts } from '../facts.ts';
import { type Findings, time } from '../findings.ts';

/**
 * Ids against real time.
 *
 * Ids rise in the order of commits, over all endpoints and nodes. So whatever was known to be stored (an answer, a read, a stream or
 * a removal said so) before another send began has a lower id than that. Sends without an answer take part as soon as
 * something shows their ids.
 */
export function judgeIds({ captures }: Facts, findings: Findings): void {
  let latest: Capture | undefined;
  for (const capture of captures.all) {
    if (latest?.send !== undefined && capture.knownBy < latest.send.began) {
      const text =
        `id ${latest.id} was sent at ${time(latest.send.began)}, ` +
        `when the higher id ${capture.id} was there already, at ${time(capture.knownBy)}`;
      findings.report('id-order', text, latest.sentIn, capture.sentIn, capture.knownIn);
    }
    const began = capture.send?.began ?? Number.NEGATIVE_INFINITY;
    if (began > (latest?.send?.began ?? Number.NEGATIVE_INFINITY)) latest = capture;
  }
}
