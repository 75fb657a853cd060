/** One word of a filter. `-header:"x y"` is one word, since it is in quotes. Inside of quotes, `\"` is a quote. */
export interface FilterWord {
  /** The indexes of its beginning and its end in the text. */
  start: number;
  end: number;
  isNegated: boolean;
  /** The letters before the first colon outside of quotes, in lower case, if there is such a colon. */
  key: string | undefined;
  /** The rest behind the colon, or the whole word, without quotes. */
  value: string;
  /** The index of the value in the text, or of the quote before it. */
  valueStart: number;
}

/** The text from a quote to the next one, or to the end. A quote behind a backslash does not count. */
const quotedPart = /"((?:\\.|[^"\\])*)(?:"|\\?$)/gs;

/** Cuts the text of a filter into words. Any text will do: the end of the text closes an open quote. */
export function wordsIn(text: string): FilterWord[] {
  const words: FilterWord[] = [];
  const word = new RegExp(`(?:${quotedPart.source}|[^\\s"])+`, 'gs');
  for (let found = word.exec(text); found !== null; found = word.exec(text)) {
    words.push(wordAt(found.index, found[0]));
  }
  return words;
}

function wordAt(start: number, source: string): FilterWord {
  const isNegated = source.length > 1 && source.startsWith('-');
  const bodyStart = isNegated ? 1 : 0;
  const key = /^([a-z][a-z-]*):/i.exec(source.slice(bodyStart))?.[1];
  const valueStart = bodyStart + (key === undefined ? 0 : key.length + 1);
  return {
    start,
    end: start + source.length,
    isNegated,
    key: key?.toLowerCase(),
    value: source.slice(valueStart).replace(quotedPart, (_part, inner: string) => {
      return inner.replace(/\\(.)/gs, '$1');
    }),
    valueStart: start + valueStart,
  };
}

/** Writes a value for a filter, in quotes if it would be cut into words otherwise. */
export function quoted(value: string): string {
  const isPlain = /^[^\s"]+$/.test(value);
  return isPlain ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
}
