import { defineCommand } from '../../command-line/command.ts';

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Start the server.',
  details:
    'It runs until SIGTERM or SIGINT. The settings HOOKWELL_… are described in docs/operating.md.',
  examples: ['hookwell serve', 'HOOKWELL_PORT=9000 hookwell serve'],
  async run() {
    // The server's own entry file reads the settings, listens and handles the signals.
    await import('@hookwell/server/main');
  },
});
