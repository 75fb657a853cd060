import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { type FittingRequest, type StandardSchemaV1, WaitError } from '../../src/index.ts';
import { holdTimers } from '../held-timers.ts';
import { startWorkplace } from './workplace.ts';

const server = forFile(await startServer());

interface Paid {
  type: 'order.paid';
  order: { id: string; amount: number };
  lines: { 'a.b': string }[];
}

const libraries: Record<string, StandardSchemaV1<unknown, Paid>> = {
  zod: z.object({
    type: z.literal('order.paid'),
    order: z.object({ id: z.string(), amount: z.number() }),
    lines: z.array(z.object({ 'a.b': z.string() })),
  }),
  valibot: v.object({
    type: v.literal('order.paid'),
    order: v.object({ id: v.string(), amount: v.number() }),
    lines: v.array(v.object({ 'a.b': v.string() })),
  }),
  arktype: type({
    type: "'order.paid'",
    order: { id: 'string', amount: 'number' },
    lines: type({ 'a.b': 'string' }).array(),
  }),
};

const paid: Paid = {
  type: 'order.paid',
  order: { id: 'A-1', amount: 4200 },
  lines: [{ 'a.b': 'one' }, { 'a.b': 'two' }],
};
const wrong = { ...paid, order: { id: 'A-2', amount: '4200' }, lines: [{ 'a.b': 'x' }, {}] };

/** A schema of our own making, to see what waits do with any outcome. */
function schemaOf<Output>(
  validate: (
    value: unknown,
  ) => ReturnType<StandardSchemaV1<unknown, Output>['~standard']['validate']>,
): StandardSchemaV1<unknown, Output> {
  return { '~standard': { version: 1, vendor: 'test', validate } };
}

async function failureOf(waiting: Promise<unknown>): Promise<WaitError> {
  const error = await waiting.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(WaitError);
  return error as WaitError;
}

describe('waiting with a schema', () => {
  test.for(Object.entries(libraries))('of %s gives the body, or its faults', async ([, schema]) => {
    await using place = await startWorkplace(server);
    const other = await place.send({ type: 'order.created' });
    const id = await place.send(paid);
    for (const match of ['json.type=order.paid', 'method:POST json.type=order.paid']) {
      const request = await place.endpoint.waitFor(match, { schema });
      expect(request).toMatchObject({ id, method: 'POST', body: JSON.stringify(paid) });
      expect(request.json).toEqual(paid);
      const waiting = place.endpoint.waitFor(match, { schema, after: id, timeout: 20_000 });
      await place.streaming();
      const second = await place.send(wrong);
      const error = await failureOf(waiting);
      expect(error.issues?.map(({ path }) => path).sort()).toEqual([
        ['lines', 1, 'a.b'],
        ['order', 'amount'],
      ]);
      const lines = error.message.split('\n');
      expect(lines[0]).toBe(`The body of request #${second} does not fit the schema:`);
      expect(lines.slice(1, 3).sort()).toEqual([
        expect.stringMatching(/^ {2}✗ lines\[1\]\["a\.b"\](:| must) ./),
        expect.stringMatching(/^ {2}✗ order\.amount(:| must) .*number/),
      ]);
      expect(lines.slice(3)).toEqual([
        'The request:',
        expect.stringContaining(`  #${second} POST application/json "{\\"type\\":\\"order.paid\\"`),
      ]);
      expect(error).toMatchObject({ matched: [{ id: second }], timeout: 20_000, wasReached: true });
      expect(error.received.map((each) => each.id)).toEqual([second]);
      expect(error.nearest).toBeUndefined();
      await place.client.requests.delete(second);
    }
    const any = await failureOf(place.endpoint.waitFor('', { schema }));
    expect(any.matched).toMatchObject([{ id: other }]);
  });

  test('takes schemas that take their time, but not for ever', async () => {
    await using place = await startWorkplace(server);
    const id = await place.send(1);
    const slow = schemaOf<string>(async (value) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { value: `${value}` };
    });
    expect(await place.endpoint.waitFor('', { schema: slow, timeout: 100 })).toMatchObject({
      id,
      json: '1',
    });
    const never = schemaOf(() => new Promise<never>(() => {}));
    const judgement = holdTimers((length) => length >= 5000 && length <= 5100);
    const waiting = place.endpoint.waitFor('', { schema: never, timeout: 100 });
    await judgement.running();
    judgement.expire();
    const error = await failureOf(waiting);
    expect(error.message).toContain(`Whether #${id} counts was not decided in time`);
    expect(error).toMatchObject({ matched: [], issues: undefined });
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    const ended = place.endpoint.waitFor('', { schema: never, signal });
    await expect(ended).rejects.toBe(reason);
  });

  test('passes on the error of a schema', async () => {
    await using place = await startWorkplace(server);
    await place.send(1);
    const mistake = new Error('a mistake');
    const throwing = schemaOf(() => {
      throw mistake;
    });
    await expect(place.endpoint.waitFor('', { schema: throwing })).rejects.toBe(mistake);
    const rejecting = schemaOf(() => Promise.reject(mistake));
    await expect(place.endpoint.waitFor('method:POST', { schema: rejecting })).rejects.toBe(
      mistake,
    );
    await place.streaming(0);
  });

  test('tells that a body is no JSON, or none', async () => {
    await using place = await startWorkplace(server);
    const { endpoint } = place;
    const schema = schemaOf(() => {
      throw new Error('There is nothing to ask about');
    });
    for (const [body, message] of [
      ['<a/>', 'the body is no JSON'],
      ['', 'there is no body'],
    ] as const) {
      const { id } = await send(server, endpoint.token, { method: 'POST', body });
      const error = await failureOf(endpoint.waitFor('', { schema, after: id - 1 }));
      expect(error.issues).toEqual([{ message, path: [] }]);
      expect(error.message).toMatch(
        new RegExp(`^The body of request #${id} does not fit the schema:\n  ✗ ${message}\n`),
      );
    }
  });

  test('looks at each of several, and at none that does not match', async () => {
    await using place = await startWorkplace(server);
    const schema = z.object({ n: z.number() });
    const first = await place.send({ n: 1 });
    const waiting = place.endpoint.waitForCount(3, 'has:json.n', { schema, timeout: 20_000 });
    await place.streaming();
    await place.send({ other: 'no number' });
    const second = await place.send({ n: 'two' });
    const error = await failureOf(waiting);
    expect(error.matched.map(({ id }) => id)).toEqual([first, second]);
    const found = await place.endpoint.waitForCount(1, 'has:json.n', { schema });
    expectTypeOf(found).toEqualTypeOf<FittingRequest<{ n: number }>[]>();
    expect(found).toMatchObject([{ id: first, json: { n: 1 } }]);
    const few = place.endpoint.waitForCount(2, 'json.n=1', { schema, timeout: 0 });
    expect((await failureOf(few)).message).toMatch(/^1 of 2 requests is stored/);
  });

  test('has a bounded message without signs that a terminal would obey', async () => {
    await using place = await startWorkplace(server);
    const issues = Array.from({ length: 500 }, (_, n) => ({
      message: `\u001b[2J\n${'long '.repeat(1000)}`,
      path: [{ key: 'x'.repeat(1000) }, n, Symbol('s'), 'a "name"'],
    }));
    await place.send({});
    const schema = schemaOf(() => ({ issues }));
    const error = await failureOf(place.endpoint.waitFor('', { schema }));
    expect(error.issues).toHaveLength(500);
    expect(error.issues?.[1]?.path).toEqual(['x'.repeat(1000), 1, expect.any(Symbol), 'a "name"']);
    expect(error.message.length).toBeLessThan(5000);
    expect(error.message.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(error.message.split('\n')).toHaveLength(1 + 10 + 1 + 2);
    expect(error.message).toContain('\n  … and 490 more\n');
  });

  test('is refused without a schema', async () => {
    await using place = await startWorkplace(server);
    const sentence = '"schema" must be a Standard Schema of version 1';
    const later = { '~standard': { version: 2, vendor: 'test', validate: () => ({ value: 1 }) } };
    for (const no of [{}, null, 'x', z.object, { '~standard': null }, later]) {
      // @ts-expect-error none of these is one
      const waiting = place.endpoint.waitFor('', { schema: no });
      await expect(waiting).rejects.toThrow(sentence);
      await expect(waiting).rejects.toBeInstanceOf(TypeError);
    }
  });
});
