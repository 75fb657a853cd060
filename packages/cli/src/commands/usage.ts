import { defineCommand } from '../command-line/command.ts';
import { byteSize } from '../output/amounts.ts';
import { jsonLine } from '../output/json-text.ts';
import { textTable } from '../output/text-table.ts';
import { connect, serviceOptions } from '../service/connect.ts';

export const usageCommand = defineCommand({
  name: 'usage',
  summary: 'Show how many captured requests are stored, and how large they are.',
  details:
    'It counts each endpoint, oldest first, and all together. Cleared requests do not count.',
  options: {
    json: { type: 'flag', description: 'Print one line of JSON.' },
    ...serviceOptions,
  },
  examples: ['hookwell usage', 'hookwell usage --json'],
  async run({ json, ...service }, world) {
    const { requests, endpoints } = await connect(service, world);
    if (json) return world.print(jsonLine(await requests.usage()));
    const [usage, listed] = await Promise.all([requests.usage(), endpoints.list()]);
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
  },
});
