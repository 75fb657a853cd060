import { byteCharacters } from '@hookwell/client/copying';
import { textOfBytes } from '@hookwell/core/match';
import { textInUtf8 } from '../request/body-bytes.ts';
import { type HeaderRow, headerRow, isBlank } from '../sending/test-request.ts';
import type { Captured } from './captured.ts';

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
