import type { HookwellClient } from '@hookwell/client';
import { byteCharacters } from '@hookwell/client/copying';
import { textOfBytes } from '@hookwell/core/match';
import { textInUtf8 } from '../request/body-bytes.ts';
import { targetParts, tokenIn } from '../request/request-parts.ts';
import { type HeaderRow, headerRow, isBlank } from '../sending/test-request.ts';

/** A captured request with everything that is needed to send it again. */
export interface Captured {
  id: number;
  token: string;
  method: string;
  /** The path and query after the token, as sent: empty, or starting with `/` or `?`. Each character stands for one byte. */
  suffix: string;
  /** The stored headers as sent. Each character of a value stands for one byte. */
  headers: ReadonlyArray<readonly [name: string, value: string]>;
  droppedHeaders: number;
  body: Uint8Array<ArrayBuffer>;
  receivedAt: string;
}

/**
 * Reads everything about one captured request.
 * @throws {HookwellError} with status 401 if there is no session, 404 if there is no such request
 * @throws {Error} if the request is deleted while it is read
 */
export async function loadCaptured(
  client: Pick<HookwellClient, 'requests'>,
  id: number,
  signal?: AbortSignal,
): Promise<Captured> {
  const selection = { after: id - 1, before: id + 1, limit: 1, view: 'summary' } as const;
  const [wire, page, body] = await Promise.all([
    client.requests.wire(id, { signal }),
    client.requests.page({ ...selection, signal }),
    client.requests.body(id, { signal }),
  ]);
  const [summary] = page.items;
  if (summary === undefined) throw new Error('It was deleted a moment ago');
  const { token, suffix } = partsOf(wire.target);
  const { headers, droppedHeaders } = wire;
  const { method, receivedAt } = summary;
  return { id, token, method, suffix, headers, droppedHeaders, body, receivedAt };
}

/** The token in the target of a captured request, and the rest behind it. A target in absolute form gives neither. */
function partsOf(target: string): { token: string; suffix: string } {
  const token = tokenIn(target);
  if (token === undefined) return { token: '', suffix: '' };
  const { path, query } = targetParts(target);
  return { token, suffix: path + query };
}

/** The id in the query of this page's address, or `undefined` if there is none. */
export function idIn(search: string): number | undefined {
  const id = new URLSearchParams(search).get('id') ?? '';
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}

/** A captured request as the user edits it before it is sent again. */
export interface Draft {
  method: string;
  /** The path and query behind the address, as text. */
  suffix: string;
  headers: readonly HeaderRow[];
  /** The body as text. It is missing if the bytes are no text, or too many to edit. */
  body?: string;
}

/** Larger bodies are sent as they were captured. */
const largestEditedBytes = 256 * 1024;

export function draftOf({ method, suffix, headers, body }: Captured): Draft {
  const text = editableText(body);
  return {
    method,
    suffix: textOfBytes(suffix),
    headers: headers.map(([name, value]) => headerRow(name, value)),
    ...(text !== undefined && { body: text }),
  };
}

/** The request that is sent. What was not edited of path, query and body keeps its exact bytes. */
export function editedRequest(captured: Captured, draft: Draft): Captured {
  const isSuffixKept = draft.suffix === textOfBytes(captured.suffix);
  const isBodyKept = draft.body === undefined || draft.body === editableText(captured.body);
  return {
    ...captured,
    method: draft.method.trim(),
    suffix: isSuffixKept ? captured.suffix : byteCharacters(suffixOf(draft.suffix)),
    headers: draft.headers
      .filter((row) => !isBlank(row))
      .map(({ name, value }) => [name.trim(), value.trim()] as const),
    body: isBodyKept ? captured.body : new TextEncoder().encode(draft.body),
  };
}

/** Whether the draft is another request than the captured one. */
export function isEdited(captured: Captured, draft: Draft): boolean {
  const { method, suffix, headers, body } = editedRequest(captured, draft);
  return (
    method !== captured.method ||
    suffix !== captured.suffix ||
    body !== captured.body ||
    JSON.stringify(headers) !== JSON.stringify(captured.headers.map(trimmed))
  );
}

function trimmed([name, value]: readonly [name: string, value: string]): [string, string] {
  return [name.trim(), value.trim()];
}

/** The path and query as typed, with the slash that a path begins with. Nothing behind a `#` is ever sent. */
function suffixOf(typed: string): string {
  const text = typed.trim().replace(/#.*$/s, '');
  return text === '' || /^[/?]/.test(text) ? text : `/${text}`;
}

function editableText(body: Uint8Array): string | undefined {
  const text = body.length > largestEditedBytes ? undefined : textInUtf8(body);
  // Text fields would make every line break a line feed, and cannot hold a NUL.
  return text === undefined || /[\r\0]/.test(text) ? undefined : text;
}
