import { describe, expect, test } from 'vitest';
import { defineCommand } from '../../src/command-line/command.ts';
import { commandHelp } from '../../src/command-line/help.ts';
import { parseValues } from '../../src/command-line/parse-values.ts';

const command = defineCommand({
  name: 'try',
  summary: 'Try it.',
  operands: {
    first: { placeholder: 'FIRST', description: 'One word.' },
    ids: { placeholder: 'ID', description: 'Ids.', type: 'id', optional: true, repeatable: true },
  },
  options: {
    header: { type: 'text', placeholder: 'TEXT', description: 'Headers.', repeatable: true },
    limit: { type: 'number', placeholder: 'N', description: 'How many.', minimum: 1, maximum: 10 },
    after: { type: 'number', placeholder: 'ID', description: 'After what.' },
    timeout: { type: 'duration', placeholder: 'TIME', description: 'How long.' },
    one: { type: 'flag', description: 'The one.' },
    other: { type: 'text', placeholder: 'X', description: 'The other.' },
  },
  exclusive: ['one', 'other'],
  examples: ['hookwell try it'],
  run: async () => {},
});

function parse(line: string) {
  return parseValues(command, line.split(' ')).values;
}

describe('a command line', () => {
  test('gives repeated options as a list, in order, which may be empty', () => {
    expect(parse('x --header a --header=b --header a').header).toEqual(['a', 'b', 'a']);
    expect(parse('x').header).toEqual([]);
  });

  test('gives whole numbers as numbers', () => {
    expect(parse('x --limit 10 --after 0')).toMatchObject({ limit: 10, after: 0 });
  });

  test.for([
    ['30', 30_000],
    ['0', 0],
    ['500ms', 500],
    ['30s', 30_000],
    ['1.5m', 90_000],
    ['2h', 7_200_000],
    ['7d', 604_800_000],
  ] as const)('gives the time %s in milliseconds', ([text, milliseconds]) => {
    expect(parse(`x --timeout ${text}`).timeout).toBe(milliseconds);
  });

  test('gives operands that are left out and those that repeat', () => {
    expect(parse('x')).toMatchObject({ first: 'x', ids: [] });
    expect(parse('x 1 --one 22 333')).toMatchObject({ first: 'x', ids: [1, 22, 333] });
    expect(parse('-- --one 4')).toMatchObject({ first: '--one', ids: [4], one: false });
  });

  test.for([
    ['x --limit 0', 'Option --limit must be a whole number from 1 to 10'],
    ['x --limit 11', 'Option --limit must be a whole number from 1 to 10'],
    ['x --limit 1e1', 'Option --limit must be a whole number from 1 to 10'],
    ['x --limit=-1', 'Option --limit must be a whole number from 1 to 10'],
    ['x --after 99999999999999999999', 'Option --after must be a whole number from 0 on'],
    [
      'x --timeout 1w',
      'Option --timeout must be a time such as 30 (seconds), 500ms, 10m, 2h or 7d',
    ],
    ['x --timeout=-1', 'Option --timeout must be a time'],
    ['x --header', 'Option --header needs a value'],
    ['x 0', 'ID must be a whole number from 1 on'],
    ['x 1 two', 'ID must be a whole number from 1 on'],
    ['x --one --other y', 'Options --one and --other exclude each other'],
    ['x --limit 1 --limit 2', 'Option --limit is given twice'],
    ['--one', 'FIRST is missing'],
  ] as const)('"%s" is refused: %s', ([line, sentence]) => {
    expect(() => parse(line)).toThrow(sentence);
  });

  test('shows optional, repeatable and exclusive parts', () => {
    expect(commandHelp(command)).toMatch(
      'Usage: hookwell try FIRST [ID...] [--one | --other X] [--header TEXT...] [--limit N]',
    );
  });
});
