import { clipped } from './match.ts';
import { firstOperator } from './parse-condition.ts';
import { splitTerms, type WrittenTerm, type WrittenText } from './split-terms.ts';

/** A term that makes sense, but hardly the one that its writer meant. The message is a sentence without its full stop. */
export interface MatchHint {
  /** The indexes of the beginning and the end of the place in the text of the match. */
  start: number;
  end: number;
  message: string;
}

/**
 * Signs of other languages that this one takes as texts to look for: `=` between spaces, `OR`, `!`, `*`, and so on. Nothing
 * in quotes is told.
 */
export function matchHints(text: string): readonly MatchHint[] {
  return splitTerms(text, () => undefined).flatMap((term) => {
    const message = term.beginsQuoted ? undefined : messageFor(term);
    return message === undefined ? [] : [{ start: term.start, end: term.end, message }];
  });
}

function messageFor({ written }: WrittenTerm): string | undefined {
  const operator = firstOperator(written);
  if (/^https?:\/\//i.test(written.text)) return undefined;
  if (operator === undefined || operator.at === 0) {
    return isPlain(written) ? ofWord(written.text) : undefined;
  }
  const value = written.part(operator.at + operator.text.length, written.length);
  const name = written.text.slice(0, operator.at);
  if (name.toLowerCase() === 'has') return undefined;
  if (operator.text === '=' && written.sign(operator.at - 1) === '!') {
    const field = name.slice(0, -1);
    return `!= is no comparison, and the ! belongs to the name here: write -${clipped(field + written.text.slice(operator.at))}`;
  }
  return ofValue(clipped(name), operator.text, value);
}

function ofWord(word: string): string | undefined {
  const asText = `${clipped(word)} is looked for as a text`;
  if (/^(OR|\|\|?)$/.test(word)) return `${asText}: all terms must hold, and there is no "or"`;
  if (/^(AND|&&?)$/.test(word)) return `${asText}: all terms must hold without it`;
  if (/^(NOT|!)$/.test(word)) return `${asText}: a minus sign before a term negates it, -has:body`;
  if (/^[=:<>!]/.test(word) && !/^![^=]/.test(word)) {
    return `${asText}: no white space stands around an operator, method=POST`;
  }
  if (word.startsWith('!')) return `${asText}: write -${clipped(word.slice(1))} to negate it`;
  if (/^(header|query)\.[\w-]+$|^json[.[]\S+$/i.test(word)) {
    return `${asText}: write has:${clipped(word)} for requests that have the field`;
  }
  return word.includes('*') ? `${asText}: * stands for itself alone` : undefined;
}

function ofValue(name: string, operator: string, value: WrittenText): string | undefined {
  if (value.length === 0) {
    if (operator !== '=' || value.opensQuote(0)) return undefined;
    return `${name}= asks for an empty text: write has:${name} for any one, or ${name}="" for an empty one`;
  }
  if (/[:=]/.test(operator) && /[=<>!~]/.test(value.sign(0))) {
    return `The ${value.sign(0)} after ${name}${operator} belongs to the text that is looked for: put the text in quotes if it is meant`;
  }
  if (!value.text.includes('*') || value.text === '*/*' || !isPlain(value)) return undefined;
  return `* stands for itself alone: ${name}: finds a text anywhere in the field`;
}

function isPlain(written: WrittenText): boolean {
  for (let at = 0; at < written.length; at++) if (written.isQuoted(at)) return false;
  return true;
}
