import { type Command, defineCommand } from '../command-line/command.ts';
import type { Serving } from '../mcp/serve-tools.ts';
import { connect, serviceOptions } from '../service/connect.ts';
import { connectOrBeGuest } from '../service/log-in.ts';
import { secretIn, secretOption } from '../signatures/signing-options.ts';

/** Many assistants give up a call after 60 seconds of silence. */
const longestSilenceSeconds = 50;

export const mcpCommand = mcpCommandWith({});

/** The command with another way to the assistant, or for an assistant that gives up sooner. */
export function mcpCommandWith(
  own: Partial<Pick<Serving, 'transport' | 'longestSilenceSeconds'>>,
): Command {
  return defineCommand({
    name: 'mcp',
    summary:
      'Give a coding assistant tools for webhooks (Model Context Protocol, on standard input).',
    details: [
      'An assistant starts it by itself; its settings name the command "hookwell" with arguments ["mcp"]. It may',
      'create and delete endpoints, send samples to them, wait for captured requests, read, clear and replay',
      'them. It replays only to this machine and to hosts that --allow-replay-to names. If nobody is logged in, it makes you a',
      'guest of the service, but not with --read-only.',
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
      'secret-env': {
        ...secretOption,
        description: 'Let it sign and verify with the secret in this environment variable.',
        repeatable: true,
      },
      ...serviceOptions,
    },
    examples: [
      'hookwell mcp',
      'hookwell mcp --read-only',
      'hookwell mcp --allow-replay-to staging.example',
    ],
    async run({ 'read-only': readOnly, 'allow-replay-to': allowedHosts, ...values }, world) {
      const { 'secret-env': variables, ...service } = values;
      const secrets = new Map(variables.map((name) => [name, secretIn(name, world, 'mcp')]));
      // Loaded here: no other command needs it.
      const { serveTools } = await import('../mcp/serve-tools.ts');
      await serveTools({
        version: world.version,
        readOnly,
        allowedHosts,
        secrets,
        longestSilenceSeconds,
        ...own,
        // Each call connects anew, so that a login takes effect without a restart of the assistant.
        connect: async () =>
          readOnly
            ? await connect(service, world)
            : (await connectOrBeGuest(service, world)).client,
        note: world.note,
        signal: world.interruption(),
      });
    },
  });
}
