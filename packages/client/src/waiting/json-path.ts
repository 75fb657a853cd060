import { JsonKind, jsonName, readJson } from '@hookwell/bodies/json';

/** A name or an index (quoted or not), each at the end of the one before it. */
const nextStep = /(?:^|\.)([^.[\]]+)|\[(?:"((?:[^"\\]|\\.)*)"|([^\]"]+))\]/y;

/**
 * The steps of a path such as `data.items[0].id`; a name with dots or brackets in it stands in `["brackets"]`.
 * @throws {TypeError} if the path is invalid
 */
export function parsePath(path: string): string[] {
  const steps: string[] = [];
  let end = 0;
  while (end < path.length) {
    nextStep.lastIndex = end;
    const found = nextStep.exec(path);
    const step = found?.[1] ?? found?.[2]?.replace(/\\(.)/g, '$1') ?? found?.[3];
    if (step === undefined) break;
    steps.push(step);
    end = nextStep.lastIndex;
  }
  if (end < path.length || steps.length === 0) throw new TypeError(`"${path}" is no path in JSON`);
  return steps;
}

/** The value that the steps lead to; `undefined` if they lead nowhere. */
export function valueAt(root: unknown, steps: readonly string[]): unknown {
  let value = root;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value) && !isIndex(step)) return undefined;
    if (!Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

/**
 * The same value as it is written in the text, with every digit of a number; of equal names the last one counts, as in
 * `JSON.parse`. The text must be JSON, and the steps must lead somewhere in it.
 */
export function sourceAt(text: string, steps: readonly string[]): string {
  /** For each of the outermost open levels that the steps lead through: the name under way, or the index of the next item. */
  const way: (string | number)[] = [];
  let depth = 0;
  let nameStart = 0;
  let sourceStart: number | undefined;
  let source = '';
  readJson(text, {
    begin(token, at) {
      const isContainer = token <= JsonKind.array;
      if (depth === way.length) {
        if (token === jsonName) nameStart = at;
        else if (isOnWay()) {
          if (depth === steps.length) sourceStart = at;
          else if (isContainer) way.push(token === JsonKind.array ? 0 : '');
        }
      }
      if (isContainer) depth += 1;
    },
    end(token, at) {
      if (token <= JsonKind.array) depth -= 1;
      if (depth < way.length) way.pop();
      else if (depth > way.length) return;
      else if (token === jsonName) way[depth - 1] = JSON.parse(text.slice(nameStart, at)) as string;
      else if (sourceStart !== undefined) {
        source = text.slice(sourceStart, at);
        sourceStart = undefined;
      }
    },
  });
  return source;

  /** Whether the steps lead to the value that begins here, or through it. */
  function isOnWay(): boolean {
    const step = way[depth - 1];
    if (typeof step === 'number') way[depth - 1] = step + 1;
    return step === undefined || String(step) === steps[depth - 1];
  }
}

function isIndex(step: string): boolean {
  return /^(0|[1-9]\d*)$/.test(step);
}
