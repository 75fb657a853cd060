/**
 * The JSON value of a text, `undefined` if it is not JSON. Of a text that is cut, the members and elements before its
 * last comma are known; the objects and lists around them are closed there. Everything after that comma might go on, so
 * it is left out.
 */
export function readJson(text: string, isWhole: boolean): unknown {
  const complete = isWhole ? text : closedAtLastComma(text);
  if (complete === undefined) return undefined;
  try {
    return JSON.parse(complete);
  } catch {
    return undefined;
  }
}

function closedAtLastComma(text: string): string | undefined {
  const { lastComma } = scan(text, text.length);
  if (lastComma === undefined) return undefined;
  return text.slice(0, lastComma) + scan(text, lastComma).open.reverse().join('');
}

/** Reads once over the text: the last comma outside of strings, and the closing brackets that are missing at the end. */
function scan(text: string, end: number): { lastComma?: number; open: string[] } {
  const open: string[] = [];
  let lastComma: number | undefined;
  for (let at = 0; at < end; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at, end);
    else if (character === '{') open.push('}');
    else if (character === '[') open.push(']');
    else if (character === '}' || character === ']') open.pop();
    else if (character === ',') lastComma = at;
  }
  return { ...(lastComma !== undefined && { lastComma }), open };
}

/** The position of a string's closing quote; the end, if it has none. */
function endOfString(text: string, start: number, end: number): number {
  for (let at = start + 1; at < end; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return end;
}

/** A value that a path leads to. */
interface Found {
  value: unknown;
  /** The length of the first list on the way; 1 if there is none. */
  listLength: number;
}

/** The steps of each path that was used. Paths come from the tables alone, so there are only so many. */
const stepsOfPaths = new Map<string, readonly string[]>();

/**
 * The value at a path such as `data.object.id` or `entry[].changes[].field`: names between dots, `[]` for the first
 * element of a list. Names are members of the JSON text alone, so `__proto__` is a name like any other.
 */
export function valueAt(root: unknown, path: string): Found | undefined {
  let value = root;
  let listLength: number | undefined;
  for (const step of stepsOf(path)) {
    if (step === '[]') {
      if (!Array.isArray(value) || value.length === 0) return undefined;
      listLength ??= value.length;
      value = value[0];
    } else {
      if (!isJsonObject(value) || !Object.hasOwn(value, step)) return undefined;
      value = value[step];
    }
  }
  return { value, listLength: listLength ?? 1 };
}

/** The first step of a path that has any. */
export function firstStep(path: string): string {
  return stepsOf(path)[0] ?? '';
}

/** Whether an object or a list has what a step leads to. */
export function hasStep(value: object, step: string): boolean {
  if (Array.isArray(value)) return step === '[]' && value.length > 0;
  return step !== '[]' && Object.hasOwn(value, step);
}

function stepsOf(path: string): readonly string[] {
  const known = stepsOfPaths.get(path);
  if (known !== undefined) return known;
  const steps = path
    .replaceAll('[]', '.[]')
    .split('.')
    .filter((step) => step !== '');
  stepsOfPaths.set(path, steps);
  return steps;
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text, number or boolean as text. Objects have none: theirs could call members that the sender chose. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
