/** One word of what was typed into the filter: `-header:"x y"` has one, whatever is in the quotes. Within them, `\"` is a quote. */
export interface FilterWord {
  /** Where it begins and ends in the text. */
  start: number;
  end: number;
  isNegated: boolean;
  /** In front of the first colon outside of quotes, in lower case; `undefined` where there is none. */
  key: string | undefined;
  /** What stands behind that, or the whole word, without quotes. */
  value: string;
  /** Where the value begins in the text, with its quote. */
  valueStart: number;
}

/** From a quote to the next one, or to the end. A backslash takes the meaning from what follows it. */
const quotedPart = /"((?:\\.|[^"\\])*)(?:"|\\?$)/gs;

/** Takes the filter's text apart. There is no wrong text: a quote that is not closed ends with it. */
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

/** A value as it is written in a filter: in quotes where it would fall apart otherwise. */
export function quoted(value: string): string {
  const isPlain = /^[^\s"]+$/.test(value);
  return isPlain ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
}
