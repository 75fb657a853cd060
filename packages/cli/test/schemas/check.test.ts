import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { outcomeInProcess } from '../in-process.ts';
import { named } from '../xml-elements.ts';
import { folderWith, orderSchema, storeBodies } from './schema-files.ts';

const server = forFile(await startServer());
const workplace = forFile(await KeyWorkplace.on(server));

/** Runs `hookwell check` on an endpoint with these bodies, and this schema. */
async function check(
  bodies: readonly unknown[],
  schema: string | object = orderSchema,
  ...words: string[]
) {
  const { token, ids } = await storeBodies(server, workplace, bodies);
  return { ids, ...(await checkAt(token, schema, ...words)) };
}

async function checkAt(token: string, schema: string | object, ...words: string[]) {
  const file = join(folderWith({ 'order.json': schema }), 'order.json');
  const command = ['check', token, '--schema', file, ...words];
  return await outcomeInProcess(command, workplace.environment, '');
}

async function post(token: string, body: string | Buffer, headers: Record<string, string> = {}) {
  return (await send(server, token, { method: 'POST', body, headers })).id;
}

/** The heading of a request that differs. */
const heading = (id: number | undefined, event?: string) =>
  expect.stringMatching(`^#${id}  \\d{4}-\\S+Z${event === undefined ? '' : `  ${event}`}$`);

const paid = { type: 'order.paid', id: 1 };

test('bodies that fit are counted', async () => {
  expect(await check([paid, paid])).toMatchObject({
    code: 0,
    out: '2 requests fit\n',
    error: '',
  });
});

test('those that differ are told with their places, and why others were not judged', async () => {
  const bodies = [paid, { ...paid, id: '1' }, {}, 'hello', ''];
  const { ids, code, out, error } = await check(bodies);
  expect({ code, lines: out.trimEnd().split('\n'), error }).toEqual({
    code: 1,
    lines: [
      heading(ids[1], 'order.paid'),
      '  `id` is a string, was an integer',
      heading(ids[2]),
      '  `id` is missing',
    ],
    error:
      'Not judged: 1 request: The body is no JSON\nNot judged: 1 request: The body is empty\n' +
      'hookwell: 2 of 3 requests differ\n',
  });
});

test('as JSON every request is a line', async () => {
  const bodies = [paid, { ...paid, id: 1.5 }, 'hello'];
  const { ids, code, out } = await check(bodies, orderSchema, '--json');
  const [event, receivedAt] = ['order.paid', expect.stringMatching(/Z$/)];
  expect(code).toBe(1);
  expect(
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { id: ids[0], receivedAt, event, contract: { verdict: 'holds' } },
    {
      ...{ id: ids[1], receivedAt, event },
      contract: {
        verdict: 'differs',
        differences: [{ path: 'id', problem: expect.stringContaining('`id`') }],
      },
    },
    { id: ids[2], receivedAt, contract: { verdict: 'none', reason: 'The body is no JSON' } },
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
    error: 'There may be older ones: --limit N judges more\n',
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
  const bodies = [paid, { type: 'order.paid', id: '<1>' }, { type: 'order.made', id: 2 }, 'hello'];
  const { ids } = await check(bodies, orderSchema, '--junit', file);
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
      text: `#${ids[1]}: \`id\` is a string, was an integer`,
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

test('standard input may have the schema, and one must be given', async () => {
  const { token } = await storeBodies(server, workplace, [paid]);
  const run = (words: string[], input = '') =>
    outcomeInProcess(['check', token, ...words], workplace.environment, input);
  const schema = JSON.stringify({ required: ['vip'] });
  expect(await run(['--schema', '-'], schema)).toMatchObject({
    code: 1,
    out: expect.stringContaining('`vip` is missing'),
  });
  expect(await run([])).toMatchObject({
    code: 2,
    error: expect.stringContaining('--schema or --openapi'),
  });
});

test('a body that is nested too deep is not judged, and the others are', async () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  expect(await check([paid, deep], { items: { $ref: '#' } })).toMatchObject({
    code: 0,
    out: '1 request fits\n',
    error: 'Not judged: 1 request: The body is nested too deep to be judged\n',
  });
});

test('stored requests are judged newest first, whatever their size, coding and event', async () => {
  const token = await workplace.visitor.endpoint();
  const wrong = (more: object) => JSON.stringify({ type: 'order.paid', id: '1', ...more });
  const gzip = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
  const ids = [
    await post(token, wrong({})),
    await post(token, gzipSync(wrong({})), gzip),
    await post(token, wrong({ long: 'x'.repeat(100_000) })),
    await post(token, '{"type":"order.made","id":12345678901234567890}'),
    await post(token, ''),
  ];
  const { code, out, error } = await checkAt(token, orderSchema);
  expect(code).toBe(1);
  expect(out.match(/^#\d+ /gm)).toEqual(
    ids
      .slice(0, 3)
      .reverse()
      .map((id) => `#${id} `),
  );
  expect(out.match(/^#\d+ {2}\d{4}-.*Z {2}order\.paid$/gm)).toHaveLength(3);
  expect(out.match(/^ {2}`id` is a string, was an integer$/gm)).toHaveLength(3);
  expect(error).toBe(
    'Not judged: 1 request: The body is empty\nhookwell: 3 of 4 requests differ\n',
  );
  expect(await checkAt(token, orderSchema, '--event', 'order.made')).toMatchObject({
    code: 0,
    out: '1 request fits\n',
  });
  expect(await checkAt(token, orderSchema, '--match', 'size>50000')).toMatchObject({ code: 1 });
  expect(await checkAt(token, orderSchema, '--limit', '2')).toMatchObject({
    code: 0,
    error: expect.stringContaining('There may be older ones: --limit N judges more'),
  });
});

test('of an endpoint that is not there, or empty, none is judged', async () => {
  const unknown = 'x'.repeat(26);
  expect(await checkAt(unknown, orderSchema)).toMatchObject({
    code: 1,
    error: `hookwell: No endpoint has the token ${unknown}: is it a team's ("--team NAME")?\n`,
  });
  expect(await check([])).toMatchObject({
    code: 3,
    error: 'hookwell: No request matches\n',
  });
});
