import type { TunnelName } from '../config.ts';

/** A program of the operator's that makes a tunnel: how it is started, and which addresses can be its own. */
export interface TunnelProgram {
  /** As it is found on the PATH, with the words that lead it to a port of this machine. */
  command(port: number): readonly [file: string, ...words: string[]];
  /** The host names that it gives. */
  hostName: RegExp;
}

export const tunnelPrograms: Readonly<Record<TunnelName, TunnelProgram>> = {
  /** A quick tunnel, which needs no account. Its failures name `api.trycloudflare.com`, which is no tunnel. */
  cloudflared: {
    command: (port) => [
      'cloudflared',
      'tunnel',
      '--no-autoupdate',
      '--url',
      `http://127.0.0.1:${port}`,
    ],
    hostName: /^(?!api\.)[a-z0-9-]{1,63}\.trycloudflare\.com$/,
  },
  /** Funnel, in the foreground: it ends with the command. */
  tailscale: {
    command: (port) => ['tailscale', 'funnel', String(port)],
    hostName: /^(?:[a-z0-9-]{1,63}\.){2,4}ts\.net$/,
  },
};
