import { defineCommand } from '../command-line/command.ts';
import { UsageError } from '../command-line/outcome.ts';
import { confirm, yesOption } from '../input/confirm.ts';
import { connect, serviceOptions } from '../service/connect.ts';
import { noEndpoint, orNotFound } from '../service/not-found.ts';
import { endpointTitle, endpointTokenIfAny } from '../service/receive-addresses.ts';
import { optionalTokenOperand } from './requests-list.ts';

const name = 'requests clear';

export const requestsClear = defineCommand({
  name,
  summary: 'Delete all captured requests of an endpoint, or of all your endpoints.',
  details: 'The endpoints stay and go on capturing.',
  operands: { token: optionalTokenOperand },
  options: {
    all: { type: 'flag', description: 'Delete those of all your endpoints.' },
    through: {
      type: 'number',
      placeholder: 'ID',
      description: 'Only requests with an id up to this one, which is one of them.',
    },
    yes: yesOption,
    ...serviceOptions,
  },
  examples: [
    'hookwell requests clear 0h2v8q6c1d7x5m3k9r4t8w2y6b',
    'hookwell requests clear 0h2v8q6c1d7x5m3k9r4t8w2y6b --through 4211 --yes',
    'hookwell requests clear --all --yes',
  ],
  async run({ token: text, all, through, yes, ...service }, world) {
    if (all === (text !== undefined)) {
      throw new UsageError(all ? 'TOKEN and --all exclude each other' : 'TOKEN is missing', name);
    }
    const client = await connect(service, world);
    const { requests } = client;
    const token = await endpointTokenIfAny(text, client);
    const where =
      text === undefined || token === undefined
        ? 'all your endpoints'
        : `the endpoint ${endpointTitle(text, token)}`;
    const captured = `all that ${where} captured${through === undefined ? '' : ` up to request ${through}`}`;
    await confirm(`Delete ${captured}?`, { yes }, world, name);
    if (token === undefined) await requests.clearAll({ through });
    else await orNotFound(requests.clear(token, { through }), noEndpoint(token));
    world.note(`Deleted ${captured}`);
  },
});
