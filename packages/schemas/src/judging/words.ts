import { fraction, kinds } from '../values/kinds.ts';

/** `1 item`, `2 items`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const typeWords: readonly [bits: number, words: string][] = [
  [kinds.object, 'an object'],
  [kinds.array, 'an array'],
  [kinds.string, 'a string'],
  [kinds.number, 'a number'],
  [kinds.integer, 'an integer'],
  [kinds.boolean, 'a boolean'],
  [kinds.null, 'null'],
];

/** "an integer or null" */
export function typesInWords(types: number): string {
  const words = typeWords.filter(([bits]) => isNamed(bits, types)).map(([, text]) => text);
  const last = words.pop() ?? 'nothing';
  return words.length === 0 ? last : `${words.join(', ')} or ${last}`;
}

function isNamed(bits: number, types: number): boolean {
  if ((types & bits) !== bits) return false;
  return bits !== kinds.integer || (types & fraction) === 0;
}

/** A value is said to be a number if it has a fraction. */
export function kindInWords(kind: number): string {
  return typesInWords(kind === fraction ? kinds.number : kind);
}
