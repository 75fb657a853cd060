// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the form of the references
import { describe, expect, test } from 'vitest';
import { readDocument, withEnvironment } from '../../../src/rules/files/index.ts';

const environment = { NAME: 'Ada', EMPTY: '', BOTH: '${NAME}', _x1: 'x' };

describe('values of the environment', () => {
  test.each([
    ['${NAME}', 'Ada'],
    ['Hello, ${NAME}${_x1}!', 'Hello, Adax!'],
    ['[${EMPTY}]', '[]'],
    // A value is not looked into again, and a second dollar sign keeps the text.
    ['${BOTH}', '${NAME}'],
    ['$${NAME}', '${NAME}'],
    ['$NAME ${} ${1} {{NAME}} $', '$NAME ${} ${1} {{NAME}} $'],
  ])('are put into a text: %s', (text, filled) => {
    expect(withEnvironment(text, environment)).toBe(filled);
  });

  test('are put into texts at any depth, and never into names', () => {
    const value = { list: [{ a: '${NAME}' }, 1, null, true], '${NAME}': 1 };
    expect(withEnvironment(value, environment)).toEqual({
      list: [{ a: 'Ada' }, 1, null, true],
      '${NAME}': 1,
    });
  });

  test('cannot change the structure', () => {
    const injecting = { NAME: '", "admin": true, "x": "\n- x' };
    expect(withEnvironment({ a: '${NAME}' }, injecting)).toEqual({ a: injecting.NAME });
  });

  test.each([
    [{ a: [{ b: '${NOBODY}' }] }, 'a[0].b'],
    [{ 'odd name': '${NOBODY}' }, '["odd name"]'],
    [{ a: '${toString}' }, 'a'],
  ])('that are not set are named with their place: %j', (value, place) => {
    const name = place === 'a' ? 'toString' : 'NOBODY';
    expect(() => withEnvironment(value, environment)).toThrow(
      `${place}: the environment variable ${name} is not set`,
    );
  });

  test('end at a depth that no file needs, also in a circle', () => {
    const circle = readDocument('&a [*a]');
    expect(() => withEnvironment(circle, {})).toThrow('document: it is nested too deeply');
  });
});
