import type { Share } from '@hookwell/client';
import { defineCommand, type Surroundings } from '../command-line/command.ts';
import { CommandFailure } from '../command-line/outcome.ts';
import { jsonLine, textTable, visible } from '../output/text.ts';
import { connect, findAccess, type ServiceValues, serviceOptions } from '../service/connect.ts';
import { endpointToken } from '../service/endpoints.ts';
import { noEndpoint, orNoRequest, orNotFound } from '../service/not-found.ts';

const json = { type: 'flag', description: 'Print JSON, one line for each share.' } as const;

const bySession =
  'Shares need a registered account and its session: "hookwell login --email EMAIL", not an API key.';

const create = defineCommand({
  name: 'share create',
  summary: 'Show a captured request, or an endpoint, to others; prints the address.',
  details: `Whoever has the address sees the requests, without secrets; it is shown this once. A share of an endpoint shows\nwhat arrives later, too.\n${bySession}`,
  operands: {
    word: {
      placeholder: 'ID|TOKEN',
      description: 'The id of a captured request, or an endpoint: its token, receive URL or name.',
    },
  },
  options: {
    days: {
      type: 'number',
      placeholder: 'DAYS',
      maximum: 90,
      description: 'It ends after so many days, 1 to 90; else 7.',
    },
    values: { type: 'flag', description: 'Hide every value, and not only secrets.' },
    field: {
      type: 'text',
      placeholder: 'NAME',
      repeatable: true,
      description:
        'Hide what has this name too: a header, a parameter, a field of a form or of JSON.',
    },
    json: { type: 'flag', description: 'Print one line of JSON.' },
    ...serviceOptions,
  },
  examples: [
    'hookwell share create 4211',
    'hookwell share create "Shop orders" --days 30 --field tax_id',
  ],
  async run({ word, days = 7, values, field: fields, json, ...service }, world) {
    const client = await connectForShares(service, world);
    const isId = /^[1-9]\d{0,14}$/.test(word);
    const shown = isId
      ? { request: Number(word) }
      : { endpoint: await endpointToken(word, client) };
    const redact = values ? 'values' : 'secrets';
    const creating = client.shares.create({ ...shown, days, redact, fields: [...fields] });
    const share = await ('endpoint' in shown
      ? orNotFound(creating, noEndpoint(shown.endpoint))
      : orNoRequest(creating, Number(word), client));
    world.print(json ? jsonLine(share) : share.url);
    world.note(
      `Share ${share.id} ends at ${share.expiresAt}: "hookwell share revoke ${share.id}" ends it now`,
    );
  },
});

const list = defineCommand({
  name: 'share list',
  summary: 'List what is shown to others.',
  details: `The addresses are not listed: each is shown once.\n${bySession}`,
  options: { json, ...serviceOptions },
  examples: ['hookwell share list'],
  async run({ json, ...service }, world) {
    const shares = await (await connectForShares(service, world)).shares.list();
    if (json) {
      for (const share of shares) world.print(jsonLine(share));
      return;
    }
    if (shares.length === 0) return world.note('Nothing is shown to others');
    const rows = shares.map((share) => [
      String(share.id),
      whatIn(share),
      share.redact,
      visible(share.fields.join(', ')),
      share.expiresAt,
    ]);
    world.print(textTable(['ID', 'SHOWS', 'HIDES', 'FIELDS', 'ENDS'], rows));
  },
});

const revoke = defineCommand({
  name: 'share revoke',
  summary: 'Stop showing something to others.',
  details: `Its address leads nowhere at once.\n${bySession}`,
  operands: { id: { placeholder: 'ID', description: 'The id of the share.', type: 'id' } },
  options: serviceOptions,
  examples: ['hookwell share revoke 3'],
  async run({ id, ...service }, world) {
    const { shares } = await connectForShares(service, world);
    await orNotFound(shares.delete(id), `There is no share ${id}`);
    world.note(`Share ${id} is ended`);
  },
});

function whatIn({ request, endpoint }: Share): string {
  return request === undefined ? `endpoint ${endpoint}` : `request ${request}`;
}

/** @throws {CommandFailure} with an API key, which the service takes for no share */
async function connectForShares(service: ServiceValues, world: Surroundings) {
  const { credential } = await findAccess(service, { ...world, note: () => {} });
  if (credential !== undefined && 'apiKey' in credential) throw new CommandFailure(bySession);
  return await connect(service, world);
}

export const shareCommands = [create, list, revoke];
