import { defineCommand } from '../command-line/command.ts';
import { CommandFailure } from '../command-line/outcome.ts';
import { clientFor, type ServiceAccess, serviceOptions } from '../service/connect.ts';
import { storedAccess } from '../service/log-in.ts';
import { connectFor, endpointToken, tokenOperand } from '../service/receive-addresses.ts';
import { statusOf } from '../service/service-failure.ts';

export const openCommand = defineCommand({
  name: 'open',
  summary: 'Open the dashboard in the browser, at an endpoint or at one of its captured requests.',
  details:
    'Where "hookwell login" has stored a session, the address has a code with which the browser takes it over, after a\n' +
    'click: once, within ten minutes. Otherwise the page may ask you to log in.',
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
    const access = await storedAccess(url, world);
    const { address } = access;
    const endpoint =
      token === undefined
        ? ''
        : `/endpoints/${await endpointToken(token, await connectFor(token, service, world))}`;
    const path = `${endpoint}${id === undefined ? '' : `/requests/${id}`}`;
    const code = await codeFor(access);
    const next = path === '' ? '' : `?next=${encodeURIComponent(path)}`;
    const page = code === undefined ? `${address}${path}` : `${address}/handoff${next}#${code}`;
    world.print(page);
    if (print) return;
    const { openInBrowser } = await import('../process/open-in-browser.ts');
    if (await openInBrowser(page, world.environment, process.platform)) return;
    throw new CommandFailure('No browser could be started: open the address yourself');
  },
});

/** A code for the stored session; `undefined` without one, if it has ended, and from an older service. */
async function codeFor(access: ServiceAccess): Promise<string | undefined> {
  if (access.credential === undefined || 'apiKey' in access.credential) return undefined;
  const client = await clientFor(access);
  try {
    return (await client.auth.handOver()).code;
  } catch (error) {
    const status = statusOf(error);
    if (status === 401 || status === 404 || status === 405) return undefined;
    throw error;
  }
}
