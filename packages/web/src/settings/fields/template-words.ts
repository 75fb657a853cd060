import { matchFields } from '@hookwell/match';
import { faultsOfSettings } from '@hookwell/replies';
import { type KnownRequests, seenFields, seenValues } from '../../search/seen-values.ts';
import type { Suggestion } from '../../search/suggestions.ts';

/** A field behind `{{`, finished or not. */
export interface TypedField {
  /** The indexes of its first brace, and of the end of what a suggestion replaces. */
  start: number;
  end: number;
  name: string;
}

const mostSuggestions = 40;
const namedFields = ['json.PATH', 'header.NAME', 'query.NAME'] as const;

/** The field that the caret is in; `undefined` if it is in none. */
export function typedFieldAt(text: string, caret: number): TypedField | undefined {
  if (caret < 2) return undefined;
  const start = text.lastIndexOf('{{', caret - 2);
  if (start < 0) return undefined;
  const name = text.slice(start + 2, caret);
  if (/[{}\n]/.test(name)) return undefined;
  const [rest = ''] = /^[^{}\s]*\s*\}\}/.exec(text.slice(caret)) ?? [];
  return { start, end: caret + rest.length, name: name.trim() };
}

/** Suggests the fields that can stand at the caret: those that occur, then all others. */
export function suggestFields(text: string, caret: number, known: KnownRequests): Suggestion[] {
  const typed = typedFieldAt(text, caret);
  if (typed === undefined) return [];
  const wanted = typed.name.toLowerCase();
  const seen = namedFields.flatMap((name) => seenFields(name, known));
  return [...seen.map((name) => ({ name, hint: undefined })), ...insertableFields()]
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .slice(0, mostSuggestions)
    .map(({ name, hint }) => {
      const before = `${text.slice(0, typed.start)}{{${name}}}`;
      return {
        label: name,
        hint: hint ?? valueHint(name, known),
        text: before + text.slice(typed.end),
        caret: before.length,
      };
    });
}

function valueHint(name: string, known: KnownRequests): string | undefined {
  const key = name.slice(name.indexOf('.') + 1);
  const value = name.startsWith('json')
    ? undefined
    : seenValues({ name: name.startsWith('query') ? 'query.NAME' : 'header.NAME', key }, known)[0];
  return value === undefined ? undefined : `Such as ${value}`;
}

let insertable: readonly { name: string; hint: string }[] | undefined;

/** The fields without a name of their own that a body may insert. */
function insertableFields(): readonly { name: string; hint: string }[] {
  insertable ??= matchFields
    .filter(({ start }) => !start.endsWith('.') && isInsertable(start))
    .map(({ start, explanation }) => ({ name: start, hint: explanation }));
  return insertable;
}

function isInsertable(name: string): boolean {
  return faultsOfSettings({ replies: [{ body: `{{${name}}}` }] }).length === 0;
}
