import {
  mostSharedBodyBytes,
  type RedactionRules,
  type RequestToShare,
  redactRequest,
} from '@hookwell/core/redact';
import { signatureHeaders } from '@hookwell/core/signatures';
import { giveWay } from '../fairness/thread-priority.ts';
import { TimeSlices } from '../fairness/time-slices.ts';
import { freeBlocks } from '../rendering/block-buffer.ts';
import { contentCodings, decodeBody } from '../rendering/content-coding.ts';
import { headerPairs, parseHeaders, queryOf, subPathOf } from '../sent-request/head.ts';
import { answerQuestions } from '../threads/answer-questions.ts';
import type { AnsweredBy } from '../threads/messages.ts';

/** A capture on its way to the thread: nothing of it goes along that is never shown. */
interface SharedCapture {
  receivedAt: number;
  method: string;
  target: string;
  headers: string;
  bodySize: number;
}

interface RedactAsk {
  party: number;
  capture: SharedCapture;
  /** As it was sent; absent if it is too long to be shown. */
  body: Uint8Array<ArrayBuffer> | undefined;
  /** Of the share and of its endpoint; the signature headers of all schemes are added here. */
  rules: RedactionRules;
}

/** What strangers see of a capture. */
export interface Redacted {
  /** A `SharedRequest` as JSON, in UTF-8. */
  text: Uint8Array<ArrayBuffer>;
  /** The bytes of its body once it was decoded, also in vain. */
  decodedBytes: number;
}

const scheduler = new TimeSlices();
const answers = { redact };
export type RedactionExchanges = AnsweredBy<typeof answers>;

giveWay('deciding');
answerQuestions<RedactionExchanges>(answers, { transfer: ({ text }) => [text.buffer] });

async function redact({ party, capture, body, rules }: RedactAsk, signal?: AbortSignal) {
  const headers = parseHeaders(capture.headers);
  const codings = contentCodings(headers);
  let decodedBytes = 0;
  const count = (bytes: number) => {
    decodedBytes += bytes;
  };
  const decoded =
    body === undefined || body.length === 0 || codings.length === 0
      ? body
      : await scheduler.runWaiting(
          party,
          async (turn) => {
            const blocks = await decodeBody(body, codings, mostSharedBodyBytes, {
              signal,
              turn,
              count,
            });
            return blocks[0] === body ? undefined : joined(blocks);
          },
          { signal },
        );
  const request: RequestToShare = {
    method: capture.method,
    path: subPathOf(capture.target) ?? '',
    query: queryOf(capture.target),
    headers: headerPairs(headers),
    body: decoded,
    bodySize: capture.bodySize,
    receivedAt: new Date(capture.receivedAt).toISOString(),
  };
  const text = await scheduler.run(party, redacting(request, rules), { signal });
  freeBlocks([body, decoded].filter((bytes) => bytes !== undefined));
  return { text, decodedBytes } satisfies Redacted;
}

/** One step: a body of 1 MiB is the longest there is. */
// biome-ignore lint/correctness/useYield: a generator is what takes turns
function* redacting(
  request: RequestToShare,
  rules: RedactionRules,
): Generator<void, Redacted['text']> {
  const shared = redactRequest(request, {
    ...rules,
    signatureHeaders: [...signatureHeaders(), ...rules.signatureHeaders],
  });
  return new TextEncoder().encode(JSON.stringify(shared));
}

function joined(blocks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const block of blocks) {
    all.set(block, at);
    at += block.length;
  }
  freeBlocks(blocks);
  return all;
}
