/**
 * The JSON text of an object, string to string, in the map's order. Written by hand because an object
 * would treat the name `__proto__` as its own and would reorder names that look like numbers.
 */
export function objectText(entries: ReadonlyMap<string, string>): string {
  let text = '';
  for (const name of entries.keys()) {
    text += `${text === '' ? '{' : ','}${nameText(name)}${stringText(entries.get(name) ?? '')}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

/** Names return all the time, so their text is made once. Bounded: long or many ones are not kept. */
const names = new Map<string, string>();
const mostKept = 1000;
const longestKeptCharacters = 50;

/** A name and its colon. */
function nameText(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const text = `${JSON.stringify(name)}:`;
  if (name.length <= longestKeptCharacters) {
    if (names.size >= mostKept) names.clear();
    names.set(name, text);
  }
  return text;
}

/** Characters that stand in a JSON string as they are. */
const plain = /^[ !#-[\]-~]*$/;

function stringText(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text);
}
