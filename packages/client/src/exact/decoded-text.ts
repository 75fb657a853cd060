import type { CapturedRequest } from '../contract/types.ts';
import type { Answer } from '../http/answer.ts';
import type { Caller, CallOptions } from '../http/caller.ts';

/** A text that the service has decoded is shown up to this size. */
const mostTextBytes = 1024 * 1024;

/**
 * No answer with such a text is longer: it has the text twice at most, and at worst each of its bytes as an escape of
 * six characters.
 */
const mostAnswerBytes = 8 * 1024 * 1024;

/** The text, unless it has undecodable characters or is too long to be shown. */
export function decoded(text: string | undefined): string | undefined {
  if (text === undefined || text.length > mostTextBytes || text.includes('\ufffd'))
    return undefined;
  return new TextEncoder().encode(text).length > mostTextBytes ? undefined : text;
}

/** The text that the service shows of a body; `undefined` if it is long: a few bytes can become very many. */
export async function readShownText(
  caller: Caller,
  id: number,
  options: CallOptions | undefined,
): Promise<string | undefined> {
  const json = await caller.read('getRequest', { path: { id } }, options, shortText);
  // The contract gives the type of the answer, which is not checked again.
  return json === undefined ? undefined : (JSON.parse(json) as CapturedRequest).body.raw;
}

async function shortText(answer: Answer): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const piece of answer.pieces()) {
    size += piece.length;
    if (size > mostAnswerBytes) return undefined;
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}
