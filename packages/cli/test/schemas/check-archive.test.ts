import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outcomeInProcess } from '../in-process.ts';
import { named } from '../xml-elements.ts';
import { archiveOf, folderWith, orderSchema } from './schema-files.ts';

/** Runs `hookwell check` on these bodies and this schema. */
async function check(
  bodies: readonly unknown[],
  schema: string | object = orderSchema,
  ...words: string[]
) {
  const folder = folderWith({ 'all.jsonl': archiveOf(...bodies), 'order.json': schema });
  const files = [join(folder, 'all.jsonl'), '--schema', join(folder, 'order.json')];
  return { folder, ...(await outcomeInProcess(['check', ...files, ...words], {}, '')) };
}

const paid = { type: 'order.paid', id: 1 };

test('bodies that fit are counted', async () => {
  expect(await check([paid, paid])).toMatchObject({
    code: 0,
    out: '2 requests fit\n',
    error: '',
  });
});

test('those that differ are told with their places, and why others were not judged', async () => {
  const { code, out, error } = await check([paid, { ...paid, id: '1' }, {}, 'hello', '']);
  expect({ code, out, error }).toEqual({
    code: 1,
    out: 'entry 2  order.paid\n  `id` is a string, was an integer\nentry 3\n  `id` is missing\n',
    error:
      'Not judged: 1 request: The body is no JSON\nNot judged: 1 request: The body is empty\n' +
      'hookwell: 2 of 3 requests differ\n',
  });
});

test('as JSON every request is a line', async () => {
  const { code, out } = await check([paid, { ...paid, id: 1.5 }, 'hello'], orderSchema, '--json');
  const event = 'order.paid';
  expect(code).toBe(1);
  expect(
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { entry: 1, event, contract: { verdict: 'holds' } },
    {
      ...{ entry: 2, event },
      contract: {
        verdict: 'differs',
        differences: [{ path: 'id', problem: expect.stringContaining('`id`') }],
      },
    },
    { entry: 3, contract: { verdict: 'none', reason: 'The body is no JSON' } },
  ]);
});

test('where none could be judged, or none matches, the end is 3', async () => {
  expect(await check(['hello'])).toMatchObject({
    code: 3,
    error: expect.stringContaining('No request was judged'),
  });
  expect(await check([paid], orderSchema, '--event', 'order.gone')).toMatchObject({
    code: 3,
    error: 'hookwell: No request matches\n',
  });
});

test('an event, a match and a limit choose', async () => {
  const bodies = [paid, { type: 'order.gone' }, { type: 'order.paid', id: 'a', vip: true }];
  expect(await check(bodies, orderSchema, '--event', 'order.gone')).toMatchObject({ code: 1 });
  expect(
    await check(bodies, orderSchema, '--event', 'order.paid', '--match=-json.vip=true'),
  ).toMatchObject({
    code: 0,
    out: '1 request fits\n',
  });
  expect(await check(bodies, orderSchema, '--limit', '1')).toMatchObject({
    code: 0,
    out: '1 request fits\n',
    error: 'There are more: --limit N judges them\n',
  });
});

test.for<[string, string | object, string]>([
  [
    'a type that is none',
    { properties: { id: { type: 'text' } } },
    '`order.json#properties.id.type` is no type',
  ],
  [
    'an older draft',
    { $schema: 'http://json-schema.org/draft-07/schema#' },
    'is not draft 2020-12',
  ],
  ['another kind of document', { events: {} }, 'it has no keyword of JSON Schema'],
  ['an OpenAPI description', { openapi: '3.1.0' }, '--openapi takes it'],
  ['what is no document', '{"type": ', 'order.json: line 1, column '],
  ['an alias to itself', 'properties: &a { x: *a }', 'it has more than 500 levels'],
  [
    'a remote reference',
    { $ref: 'https://schemas.example/a.json' },
    '`order.json#$ref` leads to another document',
  ],
  ['a missing file', { $ref: 'a.json' }, 'it is not there or outside of the folder: a.json'],
])('wrong input ends with 2: %s', async ([, schema, sentence]) => {
  const { code, out, error } = await check([paid], schema);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error).toContain(sentence);
});

test('the report has a test case for each event', async () => {
  const folder = folderWith({ 'check.xml': 'an earlier one' });
  const file = join(folder, 'check.xml');
  await check(
    [paid, { type: 'order.paid', id: '<1>' }, { type: 'order.made', id: 2 }, 'hello'],
    orderSchema,
    '--junit',
    file,
  );
  const xml = readFileSync(file, 'utf8');
  expect(named(xml, 'testsuite')[0]?.attributes).toMatchObject({
    ...{ name: 'hookwell check', tests: '3', failures: '1', errors: '0', skipped: '1' },
  });
  expect(named(xml, 'testcase').map(({ attributes }) => attributes.name)).toEqual([
    'order.paid',
    'order.made',
    'no event',
  ]);
  expect(named(xml, 'failure')).toMatchObject([
    {
      attributes: { message: '1 of 2 requests differs' },
      text: 'entry 2: `id` is a string, was an integer',
    },
  ]);
  expect(named(xml, 'system-out')).toMatchObject([{ text: '1 request fits, 0 not judged' }]);
  expect(named(xml, 'skipped')).toMatchObject([{ attributes: { message: 'The body is no JSON' } }]);
});

test('a report that cannot be written is told before anything is judged', async () => {
  const folder = folderWith({});
  const { out, error } = await check(
    [{ id: 'a' }],
    orderSchema,
    '--junit',
    join(folder, 'no/check.xml'),
  );
  expect(out).toBe('');
  expect(error).toContain('there is no such folder');
});

test('standard input has the archive, or the schema, and not both', async () => {
  const folder = folderWith({ 'order.json': orderSchema, 'all.jsonl': archiveOf(paid) });
  const run = (words: string[], input: string) => outcomeInProcess(['check', ...words], {}, input);
  expect(await run(['-', '--schema', join(folder, 'order.json')], archiveOf(paid))).toMatchObject({
    code: 0,
  });
  const schema = JSON.stringify({ required: ['vip'] });
  expect(await run([join(folder, 'all.jsonl'), '--schema', '-'], schema)).toMatchObject({
    code: 1,
    out: 'entry 1  order.paid\n  `vip` is missing\n',
  });
  expect(await run(['-', '--schema', '-'], '')).toMatchObject({ code: 2 });
  expect(await run(['-'], '')).toMatchObject({
    code: 2,
    error: expect.stringContaining('--schema or --openapi'),
  });
});

test('a broken archive is told before its requests are', async () => {
  const folder = folderWith({ 'order.json': orderSchema });
  const file = join(folder, 'all.jsonl');
  writeFileSync(file, `${archiveOf({ id: 'a' })}{"method": 1}\n`);
  const { code, out } = await outcomeInProcess(
    ['check', file, '--schema', join(folder, 'order.json')],
    {},
    '',
  );
  expect({ code, out }).toEqual({ code: 2, out: '' });
});

test('a body that is nested too deep is not judged, and the others are', async () => {
  const deep = `[1e1,${'['.repeat(2000)}${']'.repeat(2000)}]`;
  expect(await check([paid, deep])).toMatchObject({
    code: 0,
    out: '1 request fits\n',
    error: 'Not judged: 1 request: The body is nested too deep to be judged\n',
  });
});
