import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { send, startAccount, startServer } from '../start-server.ts';

const page = readFileSync(new URL('../../../../docs/events.md', import.meta.url), 'utf8');

/** An example of the page. */
function example(name: string) {
  const [, text = ''] = new RegExp(`^\`\`\`json ${name}\n(.*?)^\`\`\``, 'ms').exec(page) ?? [];
  return JSON.parse(text);
}

test('docs/events.md shows what the service answers', async () => {
  let now = Date.UTC(2026, 2, 1, 11, 59);
  await using server = await startServer({ clock: () => now });
  const visitor = await startAccount(server, 'plus');
  const token = await visitor.endpoint();
  await send(server, token, { method: 'POST', body: 'no JSON' });
  for (const sample of example('samples')) {
    now = Date.parse(sample.created);
    await send(server, token, { method: 'POST', body: JSON.stringify(sample) });
  }
  const path = `/api/endpoints/${token}`;
  expect(await visitor.ask(200, 'GET', `${path}/events`)).toEqual(example('events'));
  const schema = await visitor.ask(200, 'GET', `${path}/schema?event=invoice.paid`);
  expect(schema).toEqual(example('schema'));
  // The members in their usual order, too.
  expect(JSON.stringify(schema)).toBe(JSON.stringify(example('schema')));
});
