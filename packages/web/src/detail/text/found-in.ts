import { useContext } from 'react';
import { FoundTexts } from '../../request/found-texts.ts';

/** The first of these texts that this one contains, in any case; empty if it contains none. */
export function useFoundIn(text: string): string {
  return useContext(FoundTexts).find((one) => placeOf(one, text) >= 0) ?? '';
}

/** The index at which the text is found, in any case, or -1. */
export function placeOf(found: string, text: string): number {
  return found === '' ? -1 : text.search(anyCase(found));
}

/** Every second piece is the text that was found. */
export function piecesAround(found: string, text: string): string[] {
  return found === '' ? [text] : text.split(anyCase(found));
}

function anyCase(text: string): RegExp {
  return new RegExp(`(${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})`, 'i');
}
