import type { StoredCapture } from '../capture-log/captures.ts';
import { isCompressed, isHeavyBody } from '../sent-request/heavy-bodies.ts';

/** Captures that are handed over together. */
export interface Run {
  captures: readonly StoredCapture[];
  /** Their bodies are compressed, or it is one large one. */
  isHeavy: boolean;
}

/** The captures of a page in runs, in their order. Those that the page has without their bodies are alone. */
export function* runsOf(page: readonly StoredCapture[]): Generator<Run, void> {
  for (let at = 0; at < page.length; ) {
    const captures = runAt(page, at);
    at += captures.length;
    yield { captures, isHeavy: captures.some(isHeavyBody) };
  }
}

function runAt(page: readonly StoredCapture[], start: number): readonly StoredCapture[] {
  const kind = kindOf(page[start]);
  let end = start + 1;
  while (kind !== 'large' && end < page.length && kindOf(page[end]) === kind) end += 1;
  return page.slice(start, end);
}

function kindOf(capture: StoredCapture | undefined): 'large' | 'compressed' | 'light' {
  if (capture?.body === undefined) return 'large';
  return isCompressed(capture) ? 'compressed' : 'light';
}

/** Captures on their way to the thread: their bodies in one buffer, which is handed over. */
export function packed(captures: readonly StoredCapture[]) {
  const bytes = captures.reduce((sum, { bodySize }) => sum + bodySize, 0);
  const bodies = new Uint8Array(bytes);
  let at = 0;
  const heads = captures.map(({ body, ...head }) => {
    if (body !== undefined) bodies.set(body, at);
    at += head.bodySize;
    return head;
  });
  return { captures: heads, bodies };
}
