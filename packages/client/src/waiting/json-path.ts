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
 * The same value as it is written in the text, with every digit of a number. The text must be JSON, and
 * the steps must lead somewhere in it.
 */
export function sourceAt(text: string, steps: readonly string[]): string {
  let start = afterSpace(text, 0);
  for (const step of steps) start = startOf(text, start, step);
  return text.slice(start, endOf(text, start));
}

function isIndex(step: string): boolean {
  return /^(0|[1-9]\d*)$/.test(step);
}

/** The start of the member or item. The last of several equal names counts, as in `JSON.parse`. */
function startOf(text: string, start: number, step: string): number {
  const isObject = text[start] === '{';
  let found = start;
  let at = afterSpace(text, start + 1);
  for (let index = 0; at < text.length && !/[}\]]/.test(text.charAt(at)); index++) {
    let name = String(index);
    if (isObject) {
      const end = endOf(text, at);
      name = JSON.parse(text.slice(at, end)) as string;
      at = afterSpace(text, afterSpace(text, end) + 1);
    }
    if (name === step) found = at;
    at = afterSpace(text, endOf(text, at));
    if (text[at] === ',') at = afterSpace(text, at + 1);
  }
  return found;
}

function afterSpace(text: string, at: number): number {
  let end = at;
  while (/[ \t\n\r]/.test(text.charAt(end))) end++;
  return end;
}

/** The end of the value that begins at `start`. Nesting costs no stack. */
function endOf(text: string, start: number): number {
  const first = text.charAt(start);
  if (first === '"') return endOfString(text, start);
  if (first !== '{' && first !== '[') {
    const scalar = /[^\s,}\]]+/y;
    scalar.lastIndex = start;
    scalar.test(text);
    return scalar.lastIndex;
  }
  const mark = /["{}[\]]/g;
  mark.lastIndex = start;
  let depth = 0;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    if (found[0] === '"') mark.lastIndex = endOfString(text, found.index);
    else depth += found[0] === '{' || found[0] === '[' ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  for (
    let quote = text.indexOf('"', start + 1);
    quote !== -1;
    quote = text.indexOf('"', quote + 1)
  ) {
    let escapes = 0;
    while (text[quote - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return quote + 1;
  }
  return text.length;
}
