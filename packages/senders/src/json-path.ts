/** A value that a path leads to. */
export interface Found {
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
