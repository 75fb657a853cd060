import type { StoredCapture } from '../capture-log/captures.ts';
import { isCompressed, isHeavyBody } from '../sent-request/body.ts';
import { ownBytes } from '../threads/own-bytes.ts';

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

/** Captures on their way to the thread: their bodies in one buffer, which is handed over. That of a single one is not copied if it is its own. */
export function packed(captures: readonly StoredCapture[]) {
  const bodies = captures.map(({ body = new Uint8Array() }) => body);
  const [only] = bodies;
  return {
    captures: captures.map(({ body, ...head }) => head),
    bodies: only !== undefined && bodies.length === 1 ? ownBytes(only) : joined(bodies),
  };
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
