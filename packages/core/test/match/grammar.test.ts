import { describe, expect, test } from 'vitest';
import {
  MatchError,
  matchHints,
  parseFieldName,
  parseMatch,
  readMatch,
} from '../../src/match/index.ts';

/** The terms of a match without their places. */
function terms(text: string) {
  return parseMatch(text).terms.map(({ isNegated, condition }) => ({ isNegated, ...condition }));
}

function word(text: string, isNegated = false) {
  return { isNegated, kind: 'word', text };
}

describe('words', () => {
  test.each([
    ['', []],
    [' \t\n', []],
    ['one two', [word('one'), word('two')]],
    ['-one', [word('one', true)]],
    ['-', [word('-')]],
    ['- one', [word('-'), word('one')]],
    ['--one', [word('-one', true)]],
    ['"-one"', [word('-one')]],
    ['-"a b"', [word('a b', true)]],
    [`"it's"`, [word("it's")]],
    [`'say "hi"'`, [word('say "hi"')]],
    ['a" b"c', [word('a bc')]],
    [String.raw`"a\"b\\c\d"`, [word(String.raw`a"b\c\d`)]],
    [String.raw`a\"b`, [word('a"b')]],
    [String.raw`C:\dir`.replace('C:', ''), [word(String.raw`\dir`)]],
    ['a\\', [word('a\\')]],
    ['"name:value"', [word('name:value')]],
    ["'method':POST", [word('method:POST')]],
    [':x', [word(':x')]],
    ['<note>', [word('<note>')]],
    ['>=5', [word('>=5')]],
    ['=', [word('=')]],
    ['https://a.example/?b=c', [word('https://a.example/?b=c')]],
    ['-HTTP://x:1', [word('HTTP://x:1', true)]],
    ['""', [word('')]],
    ['header.x', [word('header.x')]],
    ['name":"value', [word('name:value')]],
    [String.raw`a\'b`, [word("a'b")]],
  ])('%s', (text, expected) => {
    expect(terms(text)).toEqual(expected);
  });
});

describe('fields', () => {
  const field = (name: string, operator: string, text: string, more: object = {}) => ({
    isNegated: false,
    kind: 'field',
    field: { name, ...more },
    operator,
    text,
  });

  test.each([
    ['Method:post', field('method', ':', 'post')],
    ['path=/a:b', field('path', '=', '/a:b')],
    ['body:=x', field('body', ':', '=x')],
    ['path==x', field('path', '=', '=x')],
    ['body:"a b"c', field('body', ':', 'a bc')],
    ['body:""', field('body', ':', '')],
    ['body=', field('body', '=', '')],
    ['size>=10', field('size', '>=', '10')],
    ['size<10', field('size', '<', '10')],
    ['size>1MB', field('size', '>', '1000000')],
    ['size<=1.5kib', field('size', '<=', '1536')],
    ['size=2k', field('size', '=', '2000')],
    ['HEADER.X-Y:1', field('header.NAME', ':', '1', { key: 'x-y' })],
    ['header."a:b c"=d', field('header.NAME', '=', 'd', { key: 'a:b c' })],
    ['query.A.b=1', field('query.NAME', '=', '1', { key: 'A.b' })],
    ['query.""=1', field('query.NAME', '=', '1', { key: '' })],
    ['JSON.A=1', field('json.PATH', '=', '1', { path: ['A'] })],
    ['json[0]=1', field('json.PATH', '=', '1', { path: ['0'] })],
    ['json.a[10].b=1', field('json.PATH', '=', '1', { path: ['a', '10', 'b'] })],
    ['json["a.b"].c>1', field('json.PATH', '>', '1', { path: ['a.b', 'c'] })],
    [`json['a b=c']:x`, field('json.PATH', ':', 'x', { path: ['a b=c'] })],
    [String.raw`json["a\"]"]=x`, field('json.PATH', '=', 'x', { path: ['a"]'] })],
    ['json[""]=x', field('json.PATH', '=', 'x', { path: [''] })],
    ['json."a.b"=x', field('json.PATH', '=', 'x', { path: ['a.b'] })],
    ['received>15m', field('received', '>', '15m')],
    ['received<=2026-02-28', field('received', '<=', '2026-02-28')],
    ['received=2026-11-22T10:00:00+01:00', field('received', '=', '2026-11-22T10:00:00+01:00')],
    ['received:2026', field('received', ':', '2026')],
  ])('%s', (text, expected) => {
    expect(terms(text)).toEqual([expected]);
  });

  test('has takes a field or a kind of body', () => {
    expect(terms('has:json -has:json.a.b HAS:Header.A has:text')).toEqual([
      { isNegated: false, kind: 'has-kind', bodyKind: 'json' },
      { isNegated: true, kind: 'has', field: { name: 'json.PATH', path: ['a', 'b'] } },
      { isNegated: false, kind: 'has', field: { name: 'header.NAME', key: 'a' } },
      { isNegated: false, kind: 'has-kind', bodyKind: 'text' },
    ]);
  });

  test('terms have their places, quotes included', () => {
    const places = parseMatch(' -"a b"  size>1').terms.map(({ start, end }) => [start, end]);
    expect(places).toEqual([
      [1, 7],
      [9, 15],
    ]);
  });
});

describe('errors', () => {
  test.each([
    ['a "b', 2, 4, true, 'The quote " is not closed'],
    ["a:'", 2, 3, true, "The quote ' is not closed"],
    ['body:', 0, 5, true, 'A value is missing after body:'],
    ['size>', 0, 5, true, 'A value is missing after size>'],
    ['has:', 0, 4, true, 'A field or a kind of body is missing after has:'],
    ['has:jso', 0, 7, true, 'has:jso is not something'],
    ['has:cookies', 0, 11, false, 'has:cookies is not something'],
    ['has=body', 0, 8, false, 'has takes a colon'],
    ['statuss:500', 0, 7, false, 'statuss is not a field (did you mean answer?)'],
    ['headers.x:1', 0, 9, false, 'did you mean header.x?'],
    ['-methd:GET', 1, 6, false, 'methd is not a field (did you mean method?)'],
    ['foo>1', 0, 3, false, 'to search for this text, write "foo>1"'],
    ['!method:POST', 0, 7, false, 'write a minus sign before it: -method:POST'],
    ['foo<1', 0, 3, false, 'foo is not a field'],
    ['12:30', 0, 2, false, '12 is not a field; to search for this text, write "12:30"'],
    ['json:x', 0, 4, false, 'A path is missing after json'],
    ['json.:x', 4, 5, false, 'A path is missing after json'],
    ['json[a]=1', 4, 7, false, 'an index or a name in quotes'],
    ['json[0=1', 4, 6, true, 'A bracket [ of the path is not closed'],
    ['header.=1', 0, 7, true, 'A name is missing after header.'],
    ['has:query.', 4, 10, true, 'A name is missing after query.'],
    ['method>1', 0, 7, false, 'method is compared as text'],
    ['size>many', 5, 9, false, '> compares numbers, and many is not one'],
    ['json.a<0x10', 7, 11, false, 'compares numbers'],
    ['received>yesterday', 9, 18, false, 'yesterday is not a time'],
    ['received>2026-02-30', 9, 19, false, 'is not a time'],
    ['signature=bad', 0, 13, false, 'valid, invalid, missing, stale, unverifiable'],
    ['signature=va', 0, 12, true, 'signature=va never holds'],
    ['signature=Valid', 0, 15, false, 'signature=Valid never holds'],
    ['-signature:bad', 1, 14, false, 'signature:bad never holds'],
    ['contract=ok', 0, 11, false, 'contract is one of holds, differs, none'],
    ['size=big', 0, 8, false, 'size is a number'],
    ['size:1MB', 0, 8, false, 'size is a number'],
    ['size>1TB', 5, 8, false, '> compares numbers'],
    ['id=abc', 0, 6, false, 'id is a number'],
    ['received=15m', 9, 12, false, 'received= takes a time'],
  ])('%s', (text, start, end, isUnfinished, message) => {
    const { errors } = readMatch(text);
    expect(errors).toMatchObject(
      text.startsWith('a:')
        ? [{ start: 0 }, { start, end, isUnfinished }]
        : [{ start, end, isUnfinished, message: expect.stringContaining(message) }],
    );
    expect(() => parseMatch(text)).toThrow(errors[0]);
  });

  test('all of them are found, and the terms that make sense are read', () => {
    const { match, errors } = readMatch('foo:1 word bar:2 body: "open');
    expect(match.terms.map(({ condition }) => condition)).toEqual([
      { kind: 'word', text: 'word' },
      { kind: 'word', text: 'open' },
    ]);
    expect(errors.map(({ start }) => start)).toEqual([0, 11, 17, 23]);
  });

  test('a quote that was opened just now is no word yet', () => {
    expect(readMatch('word -"').match.terms).toHaveLength(1);
  });

  test('a match has at most 64 terms', () => {
    expect(parseMatch('a '.repeat(64)).terms).toHaveLength(64);
    const { match, errors } = readMatch('a '.repeat(66));
    expect(match.terms).toHaveLength(64);
    expect(errors).toMatchObject([{ start: 128, message: expect.stringContaining('64 terms') }]);
  });

  test('a match has at most 4,096 characters', () => {
    expect(parseMatch('a'.repeat(4096)).terms).toHaveLength(1);
    expect(() => parseMatch('a'.repeat(4097))).toThrow('at most 4096 characters');
  });

  test('a message shows the beginning of a long name alone', () => {
    const [error] = readMatch(`${'x'.repeat(4000)}:1`).errors;
    expect(error?.message.length).toBeLessThan(200);
  });
});

test('the name of a field is read alone', () => {
  expect(parseFieldName('Header.Webhook-Id')).toEqual({ name: 'header.NAME', key: 'webhook-id' });
  expect(parseFieldName('json["a b"][0]')).toEqual({ name: 'json.PATH', path: ['a b', '0'] });
  for (const text of [
    '',
    ' ',
    'nothing',
    'id id',
    '-id',
    '"id"',
    'id=1',
    'json',
    'json."',
    'header.',
  ]) {
    expect(() => parseFieldName(text), text).toThrow(MatchError);
  }
});

test('a stored match is read, whatever values it has', () => {
  expect(parseMatch('signature=bad size=big', { isStored: true }).terms).toHaveLength(2);
  expect(() => parseMatch('statuss=1', { isStored: true })).toThrow(MatchError);
});

describe('hints', () => {
  test.each([
    ['method = GET', '=', '= is looked for as a text: no white space stands around an operator'],
    ['method =GET', '=GET', '=GET is looked for as a text'],
    ['a OR b', 'OR', 'there is no "or"'],
    ['a && b', '&&', 'all terms must hold without it'],
    ['NOT a', 'NOT', 'a minus sign before a term'],
    ['!a', '!a', 'write -a to negate it'],
    ['path==/x', 'path==/x', 'The = after path= belongs to the text'],
    ['body:~x', 'body:~x', 'The ~ after body: belongs to the text'],
    [
      'json.a!=1',
      'json.a!=1',
      '!= is no comparison, and the ! belongs to the name here: write -json.a=1',
    ],
    ['json.a=', 'json.a=', 'json.a= asks for an empty text: write has:json.a'],
    ['path:/orders/*', 'path:/orders/*', '* stands for itself alone: path: finds'],
    ['*', '*', '* is looked for as a text'],
    ['a header.webhook-id', 'header.webhook-id', 'write has:header.webhook-id for requests'],
    ['json.a[0]', 'json.a[0]', 'write has:json.a[0] for requests'],
  ])('%s', (text, part, message) => {
    expect(parseMatch(text).terms.length).toBeGreaterThan(0);
    const hints = matchHints(text);
    expect(hints).toMatchObject([{ message: expect.stringContaining(message) }]);
    expect(hints.map(({ start, end }) => text.slice(start, end))).toEqual([part]);
  });

  test.each([
    '"OR" "="',
    'header. headers.x json',
    'path="=x"',
    'json.a=""',
    'body:"a*"',
    'type=*/*',
    'or a',
    'has:json',
    '"a',
    'https://a.example/?b==*',
    '',
  ])('none for %s', (text) => {
    expect(matchHints(text)).toEqual([]);
  });
});
