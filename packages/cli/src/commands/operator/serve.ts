import { resolve } from 'node:path';
import { defineCommand } from '../../command-line/command.ts';

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Start the server.',
  details:
    'It runs until SIGTERM or SIGINT. The settings HOOKWELL_… are described in docs/operating.md.',
  options: {
    'ready-file': {
      type: 'text',
      placeholder: 'FILE',
      description: 'Make this file, with the address in it, once the server is ready.',
    },
  },
  examples: [
    'hookwell serve',
    'HOOKWELL_PORT=9000 hookwell serve',
    'hookwell serve --ready-file ready & until [ -e ready ]; do sleep 0.1; done',
  ],
  async run({ 'ready-file': readyFile }) {
    if (readyFile !== undefined) process.env.HOOKWELL_READY_FILE = resolve(readyFile);
    // Before the server's modules are loaded: it sets V8 up for the start.
    await import('@hookwell/server/engine');
    // The server's own entry file reads the settings, listens and handles the signals.
    await import('@hookwell/server/main');
  },
});
