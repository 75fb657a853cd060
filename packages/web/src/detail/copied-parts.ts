import type { CapturedRequestSummary, CapturedRequestWire } from '@hookwell/client';
import type { CopiedRequest } from '@hookwell/client/copying';
import { urlOf } from '../request/target.ts';
import { queryClient } from '../service/queries.ts';
import { openedBodyQuery, wholeBodyQuery } from './body/body-query.ts';

/** Larger bodies are not copied as a part of a command. */
export const largestInCommandBytes = 1024 * 1024;

/** The request to copy. A body that is too large for a command is replaced by zeros of the same length. */
export async function copiedRequest(
  summary: CapturedRequestSummary,
  wire: CapturedRequestWire,
  receiveBaseUrl: string,
): Promise<CopiedRequest> {
  const hasBody = wire.bodySize > 0 && wire.bodySize <= largestInCommandBytes;
  return {
    method: summary.method,
    url: urlOf(receiveBaseUrl, wire.target),
    headers: wire.headers,
    body: hasBody
      ? await queryClient.fetchQuery(wholeBodyQuery(summary.id))
      : new Uint8Array(wire.bodySize),
  };
}

/**
 * The whole body as text.
 * @throws {Error} if it is not text
 */
export async function bodyAsText(id: number, wire: CapturedRequestWire): Promise<string> {
  const { text, content } = await queryClient.fetchQuery(openedBodyQuery(id, wire, true));
  if (content.kind === 'empty') return '';
  if (text === undefined) throw new Error('it is not text. Download it instead');
  return text.text;
}
