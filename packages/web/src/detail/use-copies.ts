import type { CapturedRequestSummary, CapturedRequestWire } from '@hookwell/client';
import {
  asCurl,
  asFetch,
  asHttpText,
  asPython,
  type CopiedRequest,
  percentEncodedBytes,
} from '@hookwell/client/copying';
import { textOfBytes } from '@hookwell/core/match';
import { basePath } from '../page/this-page.ts';
import { urlOf } from '../request/request-parts.ts';
import { queryClient, useService } from '../service/client.ts';
import { type Copied, copy } from '../ui/copy-button.tsx';
import { toast } from '../ui/toasts.tsx';
import { openedBodyQuery, wholeBodyQuery } from './body/body-query.ts';

/** Larger bodies are not copied as a part of a command. */
const largestInCommandBytes = 1024 * 1024;

/** The request to copy. A body that is too large for a command is replaced by zeros of the same length. */
async function copiedRequest(
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
async function bodyAsText(id: number, wire: CapturedRequestWire): Promise<string> {
  const { text, content } = await queryClient.fetchQuery(openedBodyQuery(id, wire, true));
  if (content.kind === 'empty') return '';
  if (text === undefined) throw new Error('it is not text. Download it instead');
  return text.text;
}

/** The ways to copy a request. There are none while the request is being loaded. */
export function useCopies(
  summary: CapturedRequestSummary,
  wire: CapturedRequestWire | undefined,
  /** Of its endpoint, if it is still there. */
  token: string | undefined,
) {
  const { receiveBaseUrl } = useService();
  if (wire === undefined) return undefined;
  const { id } = summary;
  const isLarge = wire.bodySize > largestInCommandBytes;
  const written = (write: (request: CopiedRequest) => string) => async () => {
    if (isLarge)
      throw new Error('its body is too large. Copy it as curl, which reads the body from a file');
    return write(await copiedRequest(summary, wire, receiveBaseUrl));
  };
  const curl = async () => {
    const request = await copiedRequest(summary, wire, receiveBaseUrl);
    return asCurl(request, isLarge ? { bodyFile: `request-${id}.bin` } : {});
  };
  const list = token === undefined ? 'all' : `endpoints/${token}`;
  const link = `${location.origin}${basePath}/${list}/requests/${id}`;
  return {
    link: () => copyAndSay(link, 'the link'),
    url: () => copyAndSay(percentEncodedBytes(urlOf(receiveBaseUrl, wire.target)), 'the URL'),
    body: () => copyAndSay(() => bodyAsText(id, wire), 'the body'),
    headers: () => copyAndSay(headersText(wire.headers), 'the headers'),
    fetch: () => copyAndSay(written(asFetch), 'as fetch'),
    python: () => copyAndSay(written(asPython), 'as Python'),
    httpText: () => copyAndSay(written(asHttpText), 'as HTTP text'),
    curl: async () => {
      if (!isLarge) return await copyAndSay(curl, 'as curl');
      const hint = `Copied as curl. It reads the body from the file request-${id}.bin, which you can download.`;
      if (await copy(curl, 'as curl')) toast({ text: hint });
    },
  };
}

/** Copies, and says so, since a menu or a key shows no sign of it. */
async function copyAndSay(text: Copied, what: string): Promise<void> {
  if (await copy(text, what)) toast({ text: `Copied ${what}.`, durationMs: 2000 });
}

/** Headers as lines, for the clipboard. */
export function headersText(headers: readonly (readonly [string, string])[]): string {
  return headers.map(([name, value]) => `${name}: ${textOfBytes(value)}`.trimEnd()).join('\n');
}
