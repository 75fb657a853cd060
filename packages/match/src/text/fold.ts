import { textOfUnits } from '@hookwell/bodies/code-units';

/** Letters whose lower case contains a letter of ASCII, or depends on the letters beside them. */
const rareLetters = ['\u0130', '\u212A', '\u03A3', '\u03C2'];
const [dottedI, kelvin, capitalSigma, finalSigma, sigma] = [0x130, 0x212a, 0x3a3, 0x3c2, 0x3c3];

/**
 * The text in the form in which texts are compared without case: lower case, with one small sigma. U+0130 and U+212A
 * stay as they are. So the letters of ASCII come from letters of ASCII alone, and stores can look for them in bytes.
 * Each character is folded for itself and keeps its length in UTF-16.
 */
export function fold(text: string): string {
  if (!rareLetters.some((letter) => text.includes(letter))) return text.toLowerCase();
  let folded = '';
  for (let at = 0; at < text.length; ) {
    const part = partAt(text, at);
    folded += foldRare(part);
    at += part.length;
  }
  return folded;
}

/** So many characters are folded at once. */
const mostCodes = 8192;

/** It does not end between two surrogates. */
function partAt(text: string, at: number): string {
  const last = text.charCodeAt(at + mostCodes - 1);
  return text.slice(at, at + mostCodes - (last >= 0xd800 && last <= 0xdbff ? 1 : 0));
}

/** By the numbers of the characters: to replace each letter in a text of nothing else takes ten times as long. */
function foldRare(part: string): string {
  const codes = new Uint16Array(part.length);
  for (let at = 0; at < part.length; at++) {
    const code = part.charCodeAt(at);
    codes[at] = code === capitalSigma || code === finalSigma ? sigma : isKept(code) ? 0x69 : code;
  }
  const lower = textOfUnits(codes).toLowerCase();
  for (let at = 0; at < part.length; at++) {
    const code = part.charCodeAt(at);
    codes[at] = isKept(code) ? code : lower.charCodeAt(at);
  }
  return textOfUnits(codes);
}

function isKept(code: number): boolean {
  return code === dottedI || code === kelvin;
}
