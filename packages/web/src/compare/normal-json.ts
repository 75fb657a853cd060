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
import { isVolatileName, isVolatileValue } from './volatile.ts';

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
