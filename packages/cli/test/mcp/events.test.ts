import { afterAll, expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { startAssistant } from './assistant.ts';

const server = forFile(await startServer());
const workplace = forFile(await KeyWorkplace.on(server));
// This runs after the end of the assistant.
afterAll(() => {
  expect(assistant.errors(), 'nothing but the protocol').toBe('');
});
const assistant = forFile(await startAssistant(workplace));

async function endpointWith(...bodies: object[]): Promise<string> {
  const endpoint = await workplace.visitor.endpoint();
  for (const body of bodies) {
    await send(server, endpoint, { method: 'POST', body: JSON.stringify(body) });
  }
  return endpoint;
}

test('an assistant learns which events came, and writes their types', async () => {
  const endpoint = await endpointWith(
    { type: 'order.paid', id: 1, note: 'secret' },
    { type: 'order.paid', id: 2 },
    { type: 'order.gone' },
  );
  const { events, hasOlder } = await assistant.use('list_events', { endpoint });
  expect(events).toMatchObject([
    { event: 'order.gone', count: 1, json: 1 },
    { event: 'order.paid', count: 2, json: 2 },
  ]);
  expect(hasOlder).toBe(false);
  const input = { endpoint, event: 'order.paid' };
  const { samples, typescript } = await assistant.use('event_schema', input);
  expect(samples).toBe(2);
  expect(typescript).toMatch(/^export interface OrderPaid \{$/m);
  expect(typescript).toMatch(/^ {2}id: number;$/m);
  expect(typescript).toMatch(/^ {2}note\?: string;$/m);
  expect(typescript).not.toContain('secret');
  const { schema } = await assistant.use('event_schema', { ...input, as: 'json-schema' });
  expect(JSON.parse(schema)).toMatchObject({ required: ['type', 'id'], 'x-samples': 2 });
  const matching = { ...input, match: 'json.note=secret', as: 'json-schema' };
  expect((await assistant.use('event_schema', matching)).samples).toBe(1);
});

test('it gets small answers of large shapes', async () => {
  const members = Array.from({ length: 900 }, (_, index) => [
    `a long name of a member ${index}`,
    1,
  ]);
  const endpoint = await endpointWith({ type: 'order.paid', ...Object.fromEntries(members) });
  const input = { endpoint, as: 'json-schema' };
  const first = await assistant.use('event_schema', input);
  expect(first.schema).toHaveLength(20_000);
  let text = first.schema;
  for (let offset = first.nextOffset; offset !== undefined; ) {
    const more = await assistant.use('event_schema', { ...input, offset });
    text += more.schema;
    offset = more.nextOffset;
  }
  expect(text).toHaveLength(first.characters);
  expect(Object.keys(JSON.parse(text).properties)).toHaveLength(901);
});

test('it is told what is not there', async () => {
  const endpoint = await endpointWith({ type: 'order.paid' });
  const fail = (input: object) => assistant.fail('event_schema', { endpoint, ...input });
  expect(await fail({ event: 'order.lost' })).toBe(
    'No JSON body of the event "order.lost" is stored',
  );
  expect(await fail({ match: 'colour:red' })).toContain('match: colour is not a field');
  const unknown = 'x'.repeat(26);
  for (const tool of ['list_events', 'event_schema']) {
    expect(await assistant.fail(tool, { endpoint: unknown })).toBe(
      `No endpoint has the token ${unknown}: is it a team's ("--team NAME")?`,
    );
  }
});
