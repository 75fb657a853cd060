import { removedWords } from '@hookwell/contract/removed-words';
import { defineCommand } from '../command-line/command.ts';
import { byteSize } from '../output/amounts.ts';
import { jsonLine } from '../output/json-text.ts';
import { planLimits } from '../output/plan-limits.ts';
import { textTable } from '../output/text-table.ts';
import { connect, serviceOptions } from '../service/connect.ts';

export const usageCommand = defineCommand({
  name: 'usage',
  summary:
    'Show how many captured requests are stored, how large they are, and what the plan allows.',
  details:
    'It counts each endpoint, oldest first, and all together. Cleared requests do not count.',
  options: {
    json: { type: 'flag', description: 'Print one line of JSON.' },
    ...serviceOptions,
  },
  examples: ['hookwell usage', 'hookwell usage --json'],
  async run({ json, ...service }, world) {
    const { requests, endpoints, auth, service: info } = await connect(service, world);
    if (json) return world.print(jsonLine(await requests.usage()));
    const [usage, listed, principal, offers] = await Promise.all([
      requests.usage(),
      endpoints.list(),
      auth.me(),
      info.get(),
    ]);
    const names = new Map(listed.map(({ token, badgeName }) => [token, badgeName]));
    const rows = usage.endpoints.map((endpoint) => [
      names.get(endpoint.token) ?? endpoint.token,
      String(endpoint.requests),
      byteSize(endpoint.bytes),
      endpoint.newestId === undefined ? '-' : String(endpoint.newestId),
      endpoint.newestAt ?? '-',
    ]);
    const total = ['All together', String(usage.requests), byteSize(usage.bytes), '', ''];
    world.print(
      textTable(['ENDPOINT', 'REQUESTS', 'SIZE', 'NEWEST', 'RECEIVED'], [...rows, total]),
    );
    world.print(planLimits(principal, offers, listed.length));
    const limits = offers.plans.find(({ plan }) => plan === principal.plan);
    for (const { token, removed } of usage.endpoints) {
      if (removed === undefined || limits === undefined) continue;
      world.print(`${names.get(token) ?? token}: ${removedWords(removed, limits)}`);
    }
  },
});
