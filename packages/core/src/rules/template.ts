import { MatchError, type MatchField, parseFieldName, printField } from '../match/index.ts';
import { SettingsError, shown } from './reading.ts';
import { longestFieldCharacters, type Reply } from './settings.ts';

/** A text with fields of a request in it: texts and fields, in their order. */
export interface Template {
  parts: readonly (string | TemplateField)[];
}

/** The templates of a reply: its body and its headers with fields. */
export function templatesOf({ body, headers }: Pick<Reply, 'body' | 'headers'>): Template[] {
  const ofHeaders = headers.flatMap(([, value]) => (typeof value === 'string' ? [] : value));
  return body === undefined || body instanceof Uint8Array ? ofHeaders : [body, ...ofHeaders];
}

/** A field in a template. */
export interface TemplateField {
  field: MatchField;
  /** As the match language prints it. */
  name: string;
}

/**
 * Reads a text with fields in it: `{{json.challenge}}`, with spaces around the name or not. Two opening braces always
 * begin a field.
 * @param place what the error names
 * @param literally what becomes of braces that begin no field
 * @throws {SettingsError} if what stands between the braces is not a field, or they are not closed
 */
export function parseTemplate(
  text: string,
  place: string,
  literally = 'literal braces go into bodyBase64',
): Template {
  const parts: (string | TemplateField)[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf('{{', at);
    if (start === -1) break;
    const end = closingBraces(text, start + 2);
    if (end === -1) {
      const part = { start, end: text.length };
      throw new SettingsError(
        place,
        `the braces {{ at character ${start + 1} are not closed; ${literally}`,
        part,
      );
    }
    if (start > at) parts.push(text.slice(at, start));
    parts.push(fieldBetween(text, start, end, place));
    at = end + 2;
  }
  if (at < text.length) parts.push(text.slice(at));
  return { parts };
}

/** The index of the next `}}`: one in quotes, such as in `json["a}}b"]`, only if there is no other. */
function closingBraces(text: string, from: number): number {
  const first = text.indexOf('}}', from);
  if (first === -1) return -1;
  const longest = Math.min(text.length, from + longestFieldCharacters);
  let quote = '';
  for (let at = from; at < longest; at++) {
    const character = text.charAt(at);
    if (quote === '' && text.startsWith('}}', at)) return at;
    if (character === '\\') at += 1;
    else if (quote === '' && (character === '"' || character === "'")) quote = character;
    else if (character === quote) quote = '';
  }
  return first;
}

function fieldBetween(text: string, start: number, end: number, place: string): TemplateField {
  const name = text.slice(start + 2, end).trim();
  const part = { start, end: end + 2 };
  const where = `at character ${start + 1}`;
  if (name === '')
    throw new SettingsError(place, `${where} there is no field between {{ and }}`, part);
  if (name.length > longestFieldCharacters) {
    throw new SettingsError(
      place,
      `${where} stands a name with more than ${longestFieldCharacters} characters`,
      part,
    );
  }
  try {
    const field = parseFieldName(name);
    return { field, name: printField(field) };
  } catch (error) {
    if (!(error instanceof MatchError)) throw error;
    throw new SettingsError(place, `${where} stands ${shown(name)}: ${error.message}`, part);
  }
}
