import { defineCommand } from '../command-line/command.ts';
import { connect, serviceOptions } from '../service/connect.ts';

/** Many assistants give a call up after 60 seconds in which they heard nothing. */
const longestSilence = 50;

export const mcpCommand = defineCommand({
  name: 'mcp',
  summary:
    'Give a coding assistant tools for webhooks (Model Context Protocol, on standard input).',
  details: [
    'An assistant starts it by itself, as its settings say: command "hookwell", arguments ["mcp"]. It may',
    'create and delete endpoints, send samples to them, wait for captured requests, read, clear and replay',
    'them. It replays to this machine alone, unless other hosts are allowed.',
  ].join('\n'),
  options: {
    'read-only': { type: 'flag', description: 'Let it read and wait, and nothing else.' },
    'allow-replay-to': {
      type: 'text',
      placeholder: 'HOST',
      description: 'Let it replay to this host too, on any port, or HOST:PORT on that one.',
      repeatable: true,
    },
    ...serviceOptions,
  },
  examples: [
    'hookwell mcp',
    'hookwell mcp --read-only',
    'hookwell mcp --allow-replay-to staging.example',
  ],
  async run({ 'read-only': readOnly, 'allow-replay-to': allowedHosts, ...service }, world) {
    // Loaded here: nobody else needs it.
    const { serveTools } = await import('../mcp/serve-tools.ts');
    await serveTools({
      version: world.version,
      readOnly,
      allowedHosts,
      longestSilence,
      // Each time anew: whoever logs in meanwhile need not start the assistant again.
      connect: () => connect(service, world),
      note: world.note,
      signal: world.interruption(),
    });
  },
});
