import { expect, test } from 'vitest';
import type { KnownRequests } from '../../src/search/seen-values.ts';
import { base64Of, textOfBase64 } from '../../src/settings/fields/body-form.ts';
import { suggestFields, typedFieldAt } from '../../src/settings/fields/template-words.ts';

const known: KnownRequests = {
  requests: [],
  json: [{ path: ['data', 'id'], value: '7' }],
  eventOf: () => undefined,
};

/** The place of the caret is marked with `|`. */
function at(marked: string): [text: string, caret: number] {
  return [marked.replace('|', ''), marked.indexOf('|')];
}

test('a field begins behind two braces and ends with the next', () => {
  const typed = (marked: string) => typedFieldAt(...at(marked))?.name;
  expect(typed('{{|')).toBe('');
  expect(typed('a {{json.x|')).toBe('json.x');
  expect(typed('a {{ json|.x }} b')).toBe('json');
  expect(typed('{{a}} |')).toBeUndefined();
  expect(typed('{{a|\n')).toBe('a');
  expect(typed('{{a\n|')).toBeUndefined();
  expect(typed('|')).toBeUndefined();
  expect(typed('{|{')).toBeUndefined();
});

test('a suggestion takes the place of the whole field', () => {
  const first = (marked: string) => suggestFields(...at(marked), known)[0];
  const marked = 'id: {{json|}} end';
  expect(first(marked)).toMatchObject({ label: 'json.data.id', text: 'id: {{json.data.id}} end' });
  expect(first('{{dat|a.id }}')?.text).toBe('{{json.data.id}}');
  expect(first('{{metho|')?.text).toBe('{{method}}');
  expect(first('{{metho|')?.caret).toBe('{{method}}'.length);
  expect(first('nothing|')).toBeUndefined();
});

test('only fields that can be inserted are suggested', () => {
  const labels = suggestFields(...at('{{|'), known).map(({ label }) => label);
  expect(labels).toContain('attempt');
  expect(labels).toContain('id');
  expect(new Set(labels).size).toBe(labels.length);
});

test('a body is text or Base64, and both ways lead back', () => {
  for (const text of ['', 'a', 'grüße 🪝', '\ufeffb'])
    expect(textOfBase64(base64Of(text))).toBe(text);
  expect(textOfBase64('/w==')).toBeUndefined();
  expect(textOfBase64('no base64!')).toBeUndefined();
});
