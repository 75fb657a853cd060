import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { outcomeInProcess } from '../in-process.ts';
import { folderWith, storeBodies } from './schema-files.ts';

const server = forFile(await startServer());
const workplace = forFile(await KeyWorkplace.on(server));

/** A description whose webhooks lead through each kind of reference, into a file of its folder. */
const description = `
openapi: 3.1.1
info: { title: Shop, version: '1' }
webhooks:
  order.paid:
    post:
      requestBody:
        content:
          text/plain: {}
          application/json: { schema: { $ref: '#/components/schemas/Order' } }
  customer-made:
    $ref: 'parts/hooks.yaml#/made~1new'
  order.gone:
    post: { requestBody: { content: { text/plain: { schema: { type: string } } } } }
components:
  schemas:
    Order: { type: object, required: [customer], properties: { customer: { $ref: 'parts/customer.json' } } }
  requestBodies:
    Customer: { content: { 'application/cloudevents+json; charset=utf-8': { schema: { $ref: 'parts/customer.json' } } } }
`;
const hooks = `made/new: { put: { requestBody: { $ref: '../openapi.yaml#/components/requestBodies/Customer' } } }\n`;
const customer = {
  $id: 'https://shop.example/customer',
  required: ['email'],
  properties: { email: { $ref: '#/$defs/Email' } },
  $defs: { Email: { type: 'string' } },
};
const files = {
  'openapi.yaml': description,
  'parts/hooks.yaml': hooks,
  'parts/customer.json': customer,
};

const paid = { type: 'order.paid', customer: { email: 'a@b.example' } };

async function check(
  bodies: readonly unknown[],
  given: Record<string, string | object>,
  ...words: string[]
) {
  const { token, ids } = await storeBodies(server, workplace, bodies);
  const openapi = ['--openapi', join(folderWith({ ...files, ...given }), 'openapi.yaml')];
  const command = ['check', token, ...openapi, ...words];
  return { ids, ...(await outcomeInProcess(command, workplace.environment, '')) };
}

test('each request is judged by the webhook of its event, through references into files', async () => {
  const bodies = [
    paid,
    { ...paid, customer: { email: 1 } },
    { type: 'customer.made', email: 'a@b.example' },
    { type: 'customer.made' },
    { type: 'order.gone' },
    { type: 'order.lost' },
    {},
  ];
  const { ids, code, out, error } = await check(bodies, {});
  expect(out.trimEnd().split('\n')).toEqual([
    expect.stringMatching(`^#${ids[1]}  \\S+  order.paid$`),
    '  `customer.email` is an integer, was a string',
    expect.stringMatching(`^#${ids[3]}  \\S+  customer.made$`),
    '  `email` is missing',
  ]);
  expect(error.trimEnd().split('\n')).toEqual([
    'Not judged: 1 request: The webhook "order.gone" has no schema of a JSON body',
    'Not judged: 1 request: The description has no webhook "order.lost"',
    'Not judged: 1 request: The request names no event (--webhook names one for all)',
    'hookwell: 2 of 4 requests differ',
  ]);
  expect(code).toBe(1);
});

test('--webhook judges every request by one of them', async () => {
  expect(await check([paid, {}], {}, '--webhook', 'order.paid')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^#\d+ {2}\S+\n {2}`customer` is missing\n$/),
  });
  for (const [webhook, sentence] of [
    ['order.piad', 'there is no webhook "order.piad" (did you mean "order.paid"?)'],
    ['order.gone', 'The webhook "order.gone" has no schema of a JSON body'],
    ['__proto__', 'there is no webhook "__proto__"'],
  ] as const) {
    const { code, error } = await check([paid], {}, '--webhook', webhook);
    expect(error).toContain(`openapi.yaml: ${sentence}`);
    expect(code).toBe(2);
  }
});

test.for<[string, string | object, string]>([
  ['3.0', { openapi: '3.0.3', paths: {} }, 'it is OpenAPI 3.0.3: webhooks'],
  ['2.0', 'swagger: "2.0"', 'it is OpenAPI 2.0: webhooks'],
  ['a JSON Schema', { type: 'object' }, 'it has no "openapi"'],
  ['no webhooks', { openapi: '3.1.0', paths: {} }, 'it describes no webhooks'],
  [
    'a circle',
    { openapi: '3.1.0', webhooks: { 'order.paid': { $ref: '#/webhooks/order.paid' } } },
    'lead to no end',
  ],
  [
    'a faulty schema',
    description.replace('type: object', 'type: thing'),
    '`openapi.yaml#components.schemas.Order.type` is no type',
  ],
])('%s is refused', async ([, openapi, sentence]) => {
  const { code, out, error } = await check([paid], { 'openapi.yaml': openapi });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error).toContain(sentence);
});

test('no file outside of the folder is read, also not through a link', async () => {
  const { token } = await storeBodies(server, workplace, [paid]);
  const secret = join(folderWith({ 'secret.json': { type: 'string' } }), 'secret.json');
  for (const name of ['../secret.json', 'link.json', secret]) {
    const folder = folderWith({
      'below/schema.json': { $ref: name },
      'secret.json': { type: 'string' },
    });
    symlinkSync(secret, join(folder, 'below/link.json'));
    const words = ['check', token, '--schema', join(folder, 'below/schema.json')];
    const { code, error } = await outcomeInProcess(words, workplace.environment, '');
    expect(error).toContain('leads to another document, which is not followed');
    expect(code).toBe(2);
    // The same file inside is read.
    writeFileSync(join(folder, 'below/inside.json'), '{"type": "string"}');
    writeFileSync(join(folder, 'below/schema.json'), '{"$ref": "inside.json"}');
    expect(await outcomeInProcess(words, workplace.environment, '')).toMatchObject({ code: 1 });
  }
});

const described = (webhook: object, schemaDialect = {}) => ({
  'openapi.yaml': { openapi: '3.1.0', webhooks: { 'order.paid': webhook }, ...schemaDialect },
});
const typed = (schema: object) => ({
  post: { requestBody: { content: { 'application/json': { schema } } } },
});

test('a webhook that leads to nothing is a fault of the description', async () => {
  for (const $ref of ['https://shop.example/hooks.json#/paid', '#/components/pathItems/paid']) {
    expect(await check([paid], described({ $ref }))).toMatchObject({
      code: 2,
      error: expect.stringContaining(`a webhook refers to "${$ref}", which is not there`),
    });
  }
});

test('any edition of the dialect is taken, and no other dialect', async () => {
  const edition = 'https://spec.openapis.org/oas/3.1/dialect/2024-11-10';
  const own = described(typed({ $schema: edition, type: 'object' }), {
    jsonSchemaDialect: edition,
  });
  expect(await check([paid], own)).toMatchObject({ code: 0 });
  const old = { jsonSchemaDialect: 'http://json-schema.org/draft-07/schema#' };
  expect(await check([paid], described(typed({ type: 'object' }), old))).toMatchObject({
    code: 2,
    error: expect.stringContaining('"jsonSchemaDialect" is not that of OpenAPI 3.1'),
  });
});

test('a name that is no text has no encoding, and is not found', async () => {
  const webhooks = { 'order.paid\ud800': typed({ type: 'object' }) };
  const given = { 'openapi.yaml': { openapi: '3.1.0', webhooks } };
  expect(await check([paid], given)).toMatchObject({
    code: 3,
    error: expect.stringContaining('has no schema of a JSON body'),
  });
});
