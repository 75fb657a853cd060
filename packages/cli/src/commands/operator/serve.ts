import { resolve } from 'node:path';
import { defineCommand } from '../../command-line/command.ts';
import { CommandFailure } from '../../command-line/outcome.ts';
import { isOnPath } from '../../process/programs.ts';

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Start the server.',
  details:
    'It runs until SIGTERM or SIGINT, and on a terminal it shows a line for each capture. The settings HOOKWELL_… are\n' +
    'described in docs/operating.md.',
  options: {
    port: {
      type: 'number',
      placeholder: 'PORT',
      maximum: 65_535,
      description: 'The port, 0 for a free one; else HOOKWELL_PORT, PORT, or 8080.',
    },
    host: {
      type: 'text',
      placeholder: 'HOST',
      description: 'The address to listen at; else HOOKWELL_HOST, or 127.0.0.1.',
    },
    tunnel: {
      type: 'text',
      placeholder: 'PROGRAM',
      oneOf: ['cloudflared', 'tailscale'],
      description:
        'Give the receive URLs an address in the internet by your own cloudflared or tailscale (its Funnel); else HOOKWELL_TUNNEL.',
    },
    'ready-file': {
      type: 'text',
      placeholder: 'FILE',
      description: 'Make this file, with the address in it, once the server is ready.',
    },
  },
  examples: [
    'hookwell serve',
    'hookwell serve --port 9000',
    'hookwell serve --tunnel cloudflared',
    'hookwell serve --ready-file ready & until [ -e ready ]; do sleep 0.1; done',
  ],
  async run({ port, host, tunnel, 'ready-file': readyFile }, { environment }) {
    // A setting that is kept may name a program of another machine; who types it now wants the tunnel.
    if (tunnel !== undefined && !(await isOnPath(tunnel, environment))) {
      throw new CommandFailure(
        `Option --tunnel: the program ${tunnel} is not on the PATH. Install it, or leave the option out`,
      );
    }
    if (port !== undefined) process.env.HOOKWELL_PORT = String(port);
    if (host !== undefined) process.env.HOOKWELL_HOST = host;
    if (tunnel !== undefined) process.env.HOOKWELL_TUNNEL = tunnel;
    if (readyFile !== undefined) process.env.HOOKWELL_READY_FILE = resolve(readyFile);
    // Before the server's modules are loaded: it sets V8 up for the start.
    await import('@hookwell/server/engine');
    // The server's own entry file reads the settings, listens and handles the signals.
    await import('@hookwell/server/main');
  },
});
