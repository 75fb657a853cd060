import { checkedMatch, matchOption } from '../captured-requests/match-option.ts';
import { defineCommand } from '../command-line/command.ts';
import { visibleJson, visibleLines } from '../output/text.ts';
import { serviceOptions } from '../service/connect.ts';
import { connectToEndpoint, tokenOperand } from '../service/endpoints.ts';

const name = 'schema';
const [usualSamples, mostSamples] = [1000, 10_000];

export const schemaCommand = defineCommand({
  name,
  summary:
    'Print the JSON Schema, or the TypeScript types, of the JSON bodies that came to an endpoint.',
  details: [
    'It is made from the newest JSON bodies, of one event or of all. "x-present" is the share of the objects that have a',
    'member, "x-samples" the number of bodies. Names are in it, and no value of a body.',
    'With --pin the schemas become the contract of the endpoint, closed to new members: the service compares every request',
    'that arrives afterwards with it ("hookwell requests list --match contract=differs"). With --event one is pinned beside',
    'the others of the contract; without, that of every event, and nothing else stays in it.',
  ].join('\n'),
  operands: { token: tokenOperand },
  options: {
    event: { type: 'text', placeholder: 'EVENT', description: 'Only bodies of this event.' },
    match: matchOption('Only bodies of requests that match'),
    limit: {
      type: 'number',
      placeholder: 'N',
      minimum: 1,
      maximum: mostSamples,
      description: `The most bodies, the newest first; ${usualSamples} by default.`,
    },
    as: {
      type: 'text',
      placeholder: 'FORM',
      description: 'json-schema, the default, or typescript.',
      oneOf: ['json-schema', 'typescript'],
    },
    pin: { type: 'flag', description: 'Make it the contract of the endpoint.' },
    ...serviceOptions,
  },
  exclusive: ['as', 'pin'],
  examples: [
    'hookwell schema 0h2v8q6c1d7x5m3k9r4t8w2y6b',
    'hookwell schema 0h2v8q6c1d7x5m3k9r4t8w2y6b --event invoice.paid --as typescript',
    'hookwell schema 0h2v8q6c1d7x5m3k9r4t8w2y6b --event invoice.paid --pin',
  ],
  async run({ token: word, match: text, as: form, pin, event, limit, ...service }, world) {
    const match = await checkedMatch(text, name, world);
    const signal = world.interruption();
    const { client, token } = await connectToEndpoint(word, service, world, signal);
    const wanted = { token, event, match, limit, signal };
    const { noBody, pinSchemas, storedSchema, typescriptOf } = await import(
      '../schemas/stored-schema.ts'
    );
    if (pin) return await pinSchemas(client, wanted, world);
    const schema = await storedSchema(client, wanted);
    if (schema === undefined) throw await noBody(client, wanted);
    if (form !== 'typescript') {
      return await world.write(visibleJson(`${JSON.stringify(schema, null, 2)}\n`));
    }
    const types = typescriptOf(schema, event);
    await world.write(world.output.isTerminal ? visibleLines(types) : types);
  },
});
