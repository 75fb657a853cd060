import { isGlobal } from './global-names.ts';

const mostCharacters = 80;

/**
 * What cannot be in a name: all but letters, their marks and digits, and of these the scripts that were in Unicode long before any TypeScript
 * that is in use. Compilers know the letters of the Unicode of their time.
 */
const between =
  /(?:[^\p{L}\p{Mn}\p{Mc}\p{Nd}]|[^\dA-Za-z\u00c0-\u017f\u01a0-\u01b0\u0218-\u021b\u1ea0-\u1ef9\u0370-\u052f\u05d0-\u05ea\u0620-\u065f\u0904-\u094d\u0e01-\u0e4e\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3])+/gu;

/**
 * The name of the interface of an event: `InvoicePaid` for `invoice.paid`, with `Event_` before it where TypeScript has another meaning for it
 * or takes no such name, and `Body` without an event or where nothing of it can be in a name.
 */
export function interfaceNameOf(event?: string): string {
  const name = inPascalCase(event ?? '').slice(0, mostCharacters);
  if (name === '') return 'Body';
  return isGlobal(name) || !/^\p{L}/u.test(name) ? `Event_${name}` : name;
}

/** The words of a text as one; empty if none of them can be in a name. */
export function inPascalCase(text: string): string {
  return text.normalize('NFC').replace(between, ' ').split(' ').map(capitalized).join('');
}

/** A word with a capital letter first. Where all are capitals, the others become small. */
function capitalized(word: string): string {
  const rest = word.slice(1);
  return word.slice(0, 1).toUpperCase() + (/\p{Ll}/u.test(word) ? rest : rest.toLowerCase());
}
