import { prettyText } from '../detail/body/body-views.tsx';
import type { OpenedBody } from '../detail/body/open-body.ts';
import { type ComparedLines, compareLines } from './compare-lines.ts';
import { normalJson } from './normal-json.ts';

export type ComparedBodies =
  | { kind: 'same'; isCut: boolean }
  /** `isSameText`: the same text can have other bytes in another charset. */
  | { kind: 'lines'; compared: ComparedLines; isSameText: boolean; isCut: boolean }
  /** The first difference is at this byte, from 0. */
  | { kind: 'bytes'; offset: number; isCut: boolean };

/**
 * Compares two bodies, as far as they were loaded.
 * @param options `ignoresVolatile`: the order of names in JSON, and fields that are new in every request, do not count
 */
export async function compareBodies(
  left: OpenedBody,
  right: OpenedBody,
  { ignoresVolatile }: { ignoresVolatile: boolean },
): Promise<ComparedBodies> {
  const isCut = left.isPartial || right.isPartial;
  const offset = firstDifference(left.bytes, right.bytes);
  if (offset === undefined) return { kind: 'same', isCut };
  const isText = isTextual(left) && isTextual(right);
  if (!isText) return { kind: 'bytes', offset, isCut };
  const compared = await compareLines(
    comparedText(left, ignoresVolatile),
    comparedText(right, ignoresVolatile),
    { isJson: isJson(left) && isJson(right) },
  );
  return { kind: 'lines', compared, isSameText: left.text?.text === right.text?.text, isCut };
}

function isTextual({ text, content }: OpenedBody): boolean {
  return text !== undefined || content.kind === 'empty';
}

function isJson({ content }: OpenedBody): boolean {
  return content.kind === 'json' || content.kind === 'json-lines';
}

function comparedText(body: OpenedBody, ignoresVolatile: boolean): string {
  const { content } = body;
  return ignoresVolatile && content.kind === 'json'
    ? normalJson(content.document)
    : prettyText(body);
}

export function firstDifference(left: Uint8Array, right: Uint8Array): number | undefined {
  const shorter = Math.min(left.length, right.length);
  for (let offset = 0; offset < shorter; offset++) {
    if (left[offset] !== right[offset]) return offset;
  }
  return left.length === right.length ? undefined : shorter;
}
