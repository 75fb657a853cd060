import { Buffer } from 'node:buffer';
import type { CaptureReads } from '../requests/public.ts';
import type { RenderEvent } from './events.ts';

/** Large captures as whole texts. */
export function wholeEvents(reads: CaptureReads): RenderEvent {
  return (capture, view) => reads.lightText(capture, view) ?? whole(reads, capture);
}

async function whole(
  reads: CaptureReads,
  capture: Parameters<RenderEvent>[0],
): Promise<Uint8Array> {
  const client = { gone: new AbortController().signal, cut() {} };
  const pieces = reads.open(capture.endpointId, capture, 'event', client);
  const parts: Uint8Array[] = [];
  for (let piece = await pieces.next(); piece !== undefined; piece = await pieces.next()) {
    parts.push(piece);
  }
  pieces.close();
  return Buffer.concat(parts);
}
