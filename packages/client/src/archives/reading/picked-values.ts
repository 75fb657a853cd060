import type { Picked } from './json-picker.ts';

/** The member of an object; `undefined` for anything else. */
export function memberOf(value: Picked, name: string): Picked {
  return value instanceof Map ? value.get(name) : undefined;
}

/** Shared, because making a decoder takes longer than decoding a short text. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of a string; `undefined` for anything else. */
export function textOf(value: Picked): string | undefined {
  return value instanceof Uint8Array ? decoder.decode(value) : undefined;
}

export function textAt(value: Picked, name: string): string | undefined {
  return textOf(memberOf(value, name));
}

/** The number, if it is a whole one from 0 on. */
export function countAt(value: Picked, name: string): number | undefined {
  const number = memberOf(value, name);
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
    ? number
    : undefined;
}
