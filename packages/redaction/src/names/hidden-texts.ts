import { hiddenValue } from '../rules.ts';

/** Makes what replaces certain texts wherever they stand, in any case of their letters. */
export function hiderOf(hidden: readonly string[]): (text: string) => string {
  const texts = hidden
    .filter((text) => text !== '')
    .sort((one, other) => other.length - one.length);
  const shortest = texts.at(-1)?.length ?? Number.POSITIVE_INFINITY;
  const pattern = new RegExp(texts.map(escaped).join('|'), 'gi');
  return (text) => (text.length < shortest ? text : text.replace(pattern, hiddenValue));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
