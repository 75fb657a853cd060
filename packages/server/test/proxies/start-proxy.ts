import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { openSocket } from '../raw-http.ts';

/** A real proxy in front of a server, which reuses its few connections to that server. */
export interface Proxy extends AsyncDisposable {
  url: string;
}

export type ProxyName = keyof typeof proxies;

/** Each forwarded request gets a header `Front` of its own: bytes that became a request behind the proxy alone have none. */
const proxies = {
  nginx: { command: 'nginx', configuration: nginx('on') },
  'nginx without buffers': { command: 'nginx', configuration: nginx('off') },
  caddy: { command: 'caddy', configuration: caddy },
  haproxy: { command: 'haproxy', configuration: haproxy('') },
  'haproxy for invalid requests': {
    command: 'haproxy',
    configuration: haproxy('option accept-invalid-http-request'),
  },
} as const satisfies Record<string, { command: string; configuration: Configuration }>;

export const proxyNames = Object.keys(proxies) as ProxyName[]; // The keys of a constant are its type's.

type Configuration = (ports: { front: number; back: number }, folder: string) => string;

const words: Readonly<Record<string, (file: string, folder: string) => string[]>> = {
  nginx: (file, folder) => ['-p', folder, '-c', file, '-e', join(folder, 'errors')],
  caddy: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  haproxy: (file) => ['-db', '-f', file],
};

/** @throws {Error} if the program is missing: Debian has a package of its name */
export async function startProxy(name: ProxyName, serverUrl: string): Promise<Proxy> {
  const { command, configuration } = proxies[name];
  const folder = await mkdtemp(join(tmpdir(), 'hookwell-proxy-'));
  const file = join(folder, 'configuration');
  const front = await freePort();
  await writeFile(file, configuration({ front, back: Number(new URL(serverUrl).port) }, folder));
  const child = spawn(command, words[command]?.(file, folder) ?? [], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  let failure: string | undefined;
  const gone = new Promise<void>((resolve) => {
    const went = (reason: string): void => {
      failure ??= reason;
      resolve();
    };
    child.once('error', (error) => went(error.message));
    child.once('exit', () => went(`${command} ended: ${errors}`));
  });
  const end = async (): Promise<void> => {
    child.kill('SIGTERM');
    const kill = setTimeout(() => child.kill('SIGKILL'), 5000);
    await gone;
    clearTimeout(kill);
    await rm(folder, { recursive: true });
  };
  const url = `http://127.0.0.1:${front}`;
  await eventually(async () => failure !== undefined || (await accepts(url)));
  if (failure !== undefined) {
    await end();
    throw new Error(failure);
  }
  return { url, [Symbol.asyncDispose]: end };
}

async function accepts(url: string): Promise<boolean> {
  return await openSocket(url).then(
    (socket) => {
      socket.destroy();
      return true;
    },
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The port is not known');
  return address.port;
}

function nginx(buffering: 'on' | 'off'): Configuration {
  return ({ front, back }, folder) => `
    daemon off;
    master_process off;
    pid ${folder}/pid;
    events {}
    http {
      access_log off;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((use) => `${use}_temp_path ${folder}/${use};`).join('\n')}
      upstream service { server 127.0.0.1:${back}; keepalive 2; }
      server {
        listen 127.0.0.1:${front};
        client_max_body_size 0;
        underscores_in_headers on;
        ignore_invalid_headers off;
        location / {
          proxy_pass http://service;
          proxy_http_version 1.1;
          proxy_request_buffering ${buffering};
          proxy_set_header Connection "";
          proxy_set_header Front $request_id;
        }
      }
    }`;
}

function caddy({ front, back }: { front: number; back: number }): string {
  return `{
  admin off
  auto_https off
}
http://127.0.0.1:${front}, http://:${front} {
  bind 127.0.0.1
  reverse_proxy 127.0.0.1:${back} {
    header_up Front {http.request.uuid}
    transport http {
      keepalive_idle_conns_per_host 2
      max_conns_per_host 4
    }
  }
}
`;
}

function haproxy(option: string): Configuration {
  return ({ front, back }) => `
defaults
  mode http
  timeout connect 10s
  timeout client 60s
  timeout server 60s
frontend front
  bind 127.0.0.1:${front}
  ${option}
  default_backend service
backend service
  http-reuse always
  http-request set-header Front %[uuid]
  server service 127.0.0.1:${back} maxconn 4
`;
}
