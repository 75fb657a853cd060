import { defineCommand } from '../command-line/command.ts';
import { CommandFailure } from '../command-line/outcome.ts';
import { findAccess, serviceOptions } from '../service/connect.ts';
import { connectFor, endpointToken, tokenOperand } from '../service/receive-addresses.ts';

export const openCommand = defineCommand({
  name: 'open',
  summary: 'Open the dashboard in the browser, at an endpoint or at one of its captured requests.',
  details: 'The browser has a session of its own: it may ask you to log in.',
  operands: {
    token: { ...tokenOperand, optional: true },
    id: {
      placeholder: 'ID',
      description: 'The id of a captured request of that endpoint.',
      type: 'id',
      optional: true,
    },
  },
  options: {
    print: { type: 'flag', description: 'Print the address and open nothing.' },
    url: serviceOptions.url,
  },
  examples: ['hookwell open', 'hookwell open 0h2v8q6c1d7x5m3k9r4t8w2y6b 4211'],
  async run({ token, id, print, url }, world) {
    const service = { url, key: undefined };
    const { address } = await findAccess(service, world);
    const endpoint =
      token === undefined
        ? ''
        : `/endpoints/${await endpointToken(token, await connectFor(token, service, world))}`;
    const page = `${address}${endpoint}${id === undefined ? '' : `/requests/${id}`}`;
    world.print(page);
    if (print) return;
    const { openInBrowser } = await import('../process/open-in-browser.ts');
    if (await openInBrowser(page, world.environment, process.platform)) return;
    throw new CommandFailure('No browser could be started: open the address yourself');
  },
});
