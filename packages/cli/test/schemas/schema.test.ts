import { expect, test } from 'vitest';
import { outcomeInProcess } from '../in-process.ts';
import { type ShapeService, shapeService } from './shape-service.ts';

const schemaOf = (type: string, samples = 2) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { id: { type, 'x-present': 1 }, '\u202enote': { type: 'string', 'x-present': 0.5 } },
  required: ['id'],
  'x-samples': samples,
});
const pinnedOf = (type: string) => ({
  type: 'object',
  properties: { id: { type }, '\u202enote': { type: 'string' } },
  required: ['id'],
  additionalProperties: false,
});

const schemas = new Map([
  ['', schemaOf('integer')],
  ['order.paid', schemaOf('string', 41)],
  ['__proto__', schemaOf('integer', 1)],
]);

function run({ environment, token }: ShapeService, ...words: string[]) {
  return outcomeInProcess(['schema', token, ...words], environment, '');
}

test('a JSON Schema is printed, of all bodies or of an event', async () => {
  const service = await shapeService(schemas);
  const { code, out } = await run(service);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual(schemaOf('integer'));
  expect(out).not.toContain('\u202e');
  const words = ['--event', 'order.paid', '--match', 'method:POST', '--limit', '5'];
  expect(JSON.parse((await run(service, ...words)).out)).toEqual(schemaOf('string', 41));
  expect(service.asked).toEqual(['', 'event=order.paid&match=method%3APOST&limit=5']);
});

test('TypeScript is named after the event', async () => {
  const service = await shapeService(schemas);
  const { out } = await run(service, '--event', 'order.paid', '--as', 'typescript');
  expect(out).toMatch(/^export interface OrderPaid \{$/m);
  expect(out).toMatch(/^ {2}id: string;$/m);
  expect((await run(service, '--as', 'typescript')).out).toMatch(/^export interface Body \{$/m);
});

test('--pin makes the schema of an event a part of the contract', async () => {
  const service = await shapeService(schemas);
  service.contract = { events: { 'order.made': true, 'order.paid': false } };
  const { code, out } = await run(service, '--pin', '--event', 'order.paid');
  expect({ code, out }).toEqual({ code: 0, out: 'Pinned order.paid, from 41 samples\n' });
  expect(service.contract).toEqual({
    events: { 'order.made': true, 'order.paid': pinnedOf('string') },
  });
});

test('--pin without an event makes all events with JSON bodies the contract, and nothing else', async () => {
  const service = await shapeService(schemas);
  service.contract = { events: { 'order.made': true } };
  const { out, error } = await run(service, '--pin', '--limit', '7');
  expect(out).toBe('Pinned order.paid, from 41 samples\nPinned __proto__, from 1 sample\n');
  expect(error).toBe('Left out: 2 JSON bodies of requests that name no event\n');
  expect(Object.entries(service.contract.events)).toEqual([
    ['order.paid', pinnedOf('string')],
    ['__proto__', pinnedOf('integer')],
  ]);
  expect(service.asked).toEqual(['event=order.paid&limit=7', 'event=__proto__&limit=7']);
});

test('without a body there is no schema, and the contract stays', async () => {
  const service = await shapeService(new Map([['', schemaOf('integer')]]));
  service.contract = { events: { 'order.made': true } };
  expect(await run(service, '--event', 'order.lost')).toMatchObject({
    code: 3,
    error: 'hookwell: No JSON body of the event "order.lost" is stored\n',
  });
  expect(await run(service, '--pin', '--match', 'method:PUT')).toMatchObject({
    code: 3,
    error: expect.stringContaining('No JSON body is stored in a request that matches'),
  });
  expect(service.contract).toEqual({ events: { 'order.made': true } });
  const unknown = 'x'.repeat(26);
  expect(await run({ ...service, token: unknown })).toMatchObject({
    code: 1,
    error: `hookwell: No endpoint has the token ${unknown}: is it a team's ("--team NAME")?\n`,
  });
});

test('a schema of no samples is never pinned: it would take anything', async () => {
  const left = { 'x-samples': 0, 'x-left-out': ['older bodies: one call reads 256 MiB'] };
  const service = await shapeService(new Map([['order.paid', left]]));
  service.contract = { events: { 'order.paid': false } };
  for (const words of [['--event', 'order.paid'], []]) {
    expect(await run(service, '--pin', ...words)).toMatchObject({ code: 3, out: '' });
    expect(service.contract).toEqual({ events: { 'order.paid': false } });
  }
});

test('what cannot be is refused', async () => {
  const service = await shapeService(schemas);
  for (const words of [
    ['--pin', '--as', 'typescript'],
    ['--limit', '10001'],
    ['--match', 'colour:red'],
  ]) {
    expect(await run(service, ...words)).toMatchObject({ code: 2 });
  }
  expect(service.asked).toEqual([]);
});
