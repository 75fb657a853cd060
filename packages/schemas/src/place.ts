/** A place in a document, from the innermost step outwards; `undefined` for all of the document. */
export interface Place {
  readonly above: Place | undefined;
  /** The name of a member or the index of an item. */
  readonly step: string | number;
}

/** Names longer than this are cut. */
export const longestName = 100;
/** Behind so many characters only a sign says that there is more. */
const longestPlace = 400;

/**
 * Writes a place as the match language writes paths: `lines[0]["a.b"]`. Every text that it gives is a path there. It
 * leads to the place unless something in it is too long or invisible.
 */
export function printPlace(place: Place | undefined, head = ''): string {
  const steps: Place['step'][] = [];
  for (let at = place; at !== undefined; at = at.above) steps.push(at.step);
  let text = head;
  for (const step of steps.reverse()) {
    if (text.length > longestPlace) return `${text}.…`;
    const printed = typeof step === 'number' ? `[${step}]` : printName(step);
    text += text === '' && printed.startsWith('.') ? printed.slice(1) : printed;
  }
  return text;
}

function printName(name: string): string {
  if (/^(0|[1-9]\d{0,15})$/.test(name)) return `[${name}]`;
  const shown = visible(name, longestName);
  if (/^[\p{L}\p{N}_$@-]+$/u.test(shown)) return `.${shown}`;
  return `["${shown.replace(/["'\\]/g, '\\$&')}"]`;
}

/** A text that a stranger chose, for people: not too long, and without characters that cannot be seen. */
export function visible(text: string, longest: number): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return cut.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\uFFFD';
  });
}
