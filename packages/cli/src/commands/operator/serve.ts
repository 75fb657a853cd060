import { defineCommand } from '../../command-line/command.ts';

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Start the server.',
  details: 'It runs until SIGTERM or SIGINT. The settings HOOKWELL_… decide where and how.',
  examples: ['hookwell serve', 'HOOKWELL_PORT=9000 hookwell serve'],
  async run() {
    // The server's own entry file reads the settings, listens and sees to the signals.
    await import('@hookwell/server/main');
  },
});
