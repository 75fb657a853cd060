import { type OpenedBody, prettyText } from '../detail/body/open-body.ts';
import {
  at,
  decoded,
  isContainer,
  type JsonDocument,
  JsonKind,
  keyText,
  kindOf,
  valueText,
} from '../detail/json/json-document.ts';
import { deepestIndent } from '../detail/json/pretty-json.ts';
import { plural } from '../ui/format.ts';
import { type ComparedLines, compareLines } from './compare-lines.ts';
import { isVolatileName, isVolatileValue } from './volatile.ts';

type ComparedBodies =
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

/** The words for a part that neither request has. */
export const noneInEither = 'none in either';

/** `no difference`, `2 differences`. */
export function differencesWords(count: number): string {
  return count === 0 ? 'no difference' : plural(count, 'difference');
}

/** Sums up the comparison of two bodies. The rest of a body that is cut off may differ more. */
export function bodySummary(found: ComparedBodies, ignoresVolatile: boolean): string {
  if (found.kind === 'bytes') return 'the bytes differ';
  const count = found.kind === 'same' ? 0 : differencesIn(found.compared.lines);
  if (found.isCut)
    return count > 0 ? `at least ${differencesWords(count)}` : 'no difference at the beginning';
  if (found.kind === 'same' || count > 0) return differencesWords(count);
  if (ignoresVolatile) return 'no difference that counts';
  return found.isSameText ? 'only the encoding differs' : 'only white space differs';
}

function differencesIn(lines: readonly { change: string }[]): number {
  return lines.filter(({ change }) => change !== 'same').length;
}

/** A text or a node that is still to be written. */
type Task = { text: string } | { node: number; depth: number };

/**
 * Writes a document for comparing: in lines, with the names of every object sorted, and without the fields that are new
 * in every request.
 */
export function normalJson(document: JsonDocument): string {
  const pieces: string[] = [];
  // Recursion could overflow the stack, since senders choose how deep a body nests.
  const tasks: Task[] = [{ node: 0, depth: 0 }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    if ('text' in task) pieces.push(task.text);
    else if (isContainer(document, task.node))
      tasks.push(...containerTasks(document, task.node, task.depth).reverse());
    else pieces.push(valueText(document, task.node));
  }
  return pieces.join('');
}

function containerTasks(document: JsonDocument, node: number, depth: number): Task[] {
  const isObject = kindOf(document, node) === JsonKind.object;
  const children = isObject ? comparedFields(document, node) : childrenOf(document, node);
  const [open, close] = isObject ? '{}' : '[]';
  if (children.length === 0) return [{ text: `${open}${close}` }];
  const tasks: Task[] = [{ text: `${open}` }];
  children.forEach((child, index) => {
    const key = keyText(document, child);
    const name = key === undefined ? '' : `${key}: `;
    tasks.push({ text: `${index === 0 ? '' : ','}\n${indentOf(depth + 1)}${name}` });
    tasks.push({ node: child, depth: depth + 1 });
  });
  tasks.push({ text: `\n${indentOf(depth)}${close}` });
  return tasks;
}

/** The fields that are not volatile, sorted by name. Repeats of a name keep their order. */
function comparedFields(document: JsonDocument, node: number): number[] {
  const fields = childrenOf(document, node).map((child) => {
    return { child, name: decoded(keyText(document, child) ?? '""') };
  });
  return fields
    .filter(
      ({ child, name }) => isContainer(document, child) || !isVolatileField(document, child, name),
    )
    .sort((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0))
    .map(({ child }) => child);
}

function isVolatileField(document: JsonDocument, node: number, name: string): boolean {
  return (
    isVolatileName(name) || isVolatileValue(valueText(document, node).replace(/^"(.*)"$/s, '$1'))
  );
}

function childrenOf(document: JsonDocument, node: number): number[] {
  const children: number[] = [];
  for (
    let child = node + 1;
    child < at(document.afters, node);
    child = at(document.afters, child)
  ) {
    children.push(child);
  }
  return children;
}

function indentOf(depth: number): string {
  return '  '.repeat(Math.min(depth, deepestIndent));
}
