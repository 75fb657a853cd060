import type { StoredCapture } from '../../src/capture-log/captures.ts';
import { afterBody, beforeBody } from '../../src/rendering/capture-text.ts';
import { type BodyView, largeText } from '../../src/rendering/large-text.ts';
import { contentTypeOf } from '../../src/sent-request/body.ts';
import { parseHeaders } from '../../src/sent-request/head.ts';
import { lookAtBody } from '../../src/workers/body-tasks.ts';
import { decodedBody } from '../../src/workers/decompress.ts';

const maxBodyBytes = 1024 * 1024;

/** Renders a capture as a large one. */
export async function renderedLarge(capture: StoredCapture, view: BodyView): Promise<string> {
  const headers = parseHeaders(capture.headers);
  const { body } = await decodedBody(1, capture, maxBodyBytes);
  const around = { before: beforeBody(capture, headers, view), after: afterBody(capture, view) };
  const facts = lookAtBody({ headers: capture.headers, body });
  const blocks = [...largeText(around, body, contentTypeOf(headers), facts, view)];
  return Buffer.concat(blocks).toString();
}
