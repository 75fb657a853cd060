import { defineCommand } from '../command-line/command.ts';
import { connect, serviceOptions } from '../service/connect.ts';

/** Many assistants give up a call after 60 seconds of silence. */
const longestSilenceSeconds = 50;

export const mcpCommand = defineCommand({
  name: 'mcp',
  summary:
    'Give a coding assistant tools for webhooks (Model Context Protocol, on standard input).',
  details: [
    'An assistant starts it by itself; its settings name the command "hookwell" with arguments ["mcp"]. It may',
    'create and delete endpoints, send samples to them, wait for captured requests, read, clear and replay',
    'them. It replays only to this machine and to hosts that --allow-replay-to names.',
  ].join('\n'),
  options: {
    'read-only': { type: 'flag', description: 'Let it only read and wait.' },
    'allow-replay-to': {
      type: 'text',
      placeholder: 'HOST',
      description:
        'Let it replay to this host too: HOST on any port, HOST:PORT on this port alone.',
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
    // Loaded here: no other command needs it.
    const { serveTools } = await import('../mcp/serve-tools.ts');
    await serveTools({
      version: world.version,
      readOnly,
      allowedHosts,
      longestSilenceSeconds,
      // Each call connects anew, so that a login takes effect without a restart of the assistant.
      connect: () => connect(service, world),
      note: world.note,
      signal: world.interruption(),
    });
  },
});
