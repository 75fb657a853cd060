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
