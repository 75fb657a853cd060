import { checkedMatch, matchOfEvent, matchOption } from '../captured-requests/match-option.ts';
import { defineCommand } from '../command-line/command.ts';
import { UsageError } from '../command-line/outcome.ts';
import { serviceOptions } from '../service/connect.ts';
import { connectToEndpoint, tokenOperand } from '../service/endpoints.ts';

const name = 'check';
const usualLimit = 1000;

export const checkCommand = defineCommand({
  name,
  summary: 'Judge the JSON bodies of stored requests by a JSON Schema or an OpenAPI description.',
  details: [
    'It judges what is stored at the endpoint, newest first, and prints each request that differs, with the places in words.',
    'Schemas are JSON Schema 2020-12, in JSON or YAML. References lead within a file, and to files in its folder and below.',
    "A description is OpenAPI 3.1: a request is judged by the webhook of its event's name, unless --webhook names one.",
    'Exit code 0: every request fits that could be judged; 1: one differs; 3: none could be judged, as without JSON bodies.',
  ].join('\n'),
  operands: { token: tokenOperand },
  options: {
    schema: {
      type: 'text',
      placeholder: 'FILE',
      description: 'The JSON Schema of the bodies; "-" is standard input.',
      takesMinus: true,
    },
    openapi: {
      type: 'text',
      placeholder: 'FILE',
      description: 'The OpenAPI description with the webhooks.',
      takesMinus: true,
    },
    webhook: {
      type: 'text',
      placeholder: 'NAME',
      description: 'With --openapi: the webhook that all bodies belong to.',
    },
    event: { type: 'text', placeholder: 'EVENT', description: 'Only requests of this event.' },
    match: matchOption('Only requests that match'),
    limit: {
      type: 'number',
      placeholder: 'N',
      minimum: 1,
      description: `The most requests; ${usualLimit} by default.`,
    },
    json: {
      type: 'flag',
      description: 'Print one line of JSON for each request, also for those that fit.',
    },
    junit: {
      type: 'text',
      placeholder: 'FILE',
      description: 'Write a report in JUnit XML, a test case for each event.',
    },
    ...serviceOptions,
  },
  exclusive: ['schema', 'openapi'],
  examples: [
    'hookwell check 0h2v8q6c1d7x5m3k9r4t8w2y6b --event invoice.paid --schema invoice.schema.json',
    'hookwell check 0h2v8q6c1d7x5m3k9r4t8w2y6b --openapi openapi.yaml --junit check.xml',
    'hookwell check 0h2v8q6c1d7x5m3k9r4t8w2y6b --openapi openapi.yaml --webhook invoice.paid',
  ],
  async run(
    {
      token: word,
      event,
      match: text,
      schema,
      openapi,
      webhook,
      limit = usualLimit,
      json,
      junit,
      ...service
    },
    world,
  ) {
    const source = sourceOf({ schema, openapi, webhook });
    const match = await checkedMatch(await matchOfEvent(event, text), name, world);
    // Loaded here, so that help and mistakes in the command line answer without it.
    const { checkStored } = await import('../schemas/check-requests.ts');
    const { client, token } = await connectToEndpoint(word, service, world);
    await checkStored(token, client, { source, match, limit, json, junit }, world);
  },
});

/** @throws {UsageError} unless one file has the schemas */
function sourceOf({
  schema,
  openapi,
  webhook,
}: Record<'schema' | 'openapi' | 'webhook', string | undefined>) {
  if (openapi !== undefined) return { openapi, webhook };
  if (schema === undefined) throw new UsageError('Option --schema or --openapi is missing', name);
  if (webhook !== undefined) throw new UsageError('Option --webhook needs --openapi', name);
  return { schema };
}
