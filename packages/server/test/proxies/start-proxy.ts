import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { openSocket } from '../raw-http.ts';

/** A real proxy in front of a server, which reuses its few connections to that server. */
export interface Proxy extends AsyncDisposable {
  url: string;
  /** What it has written about requests so far, for those that write to files. */
  logged(): Promise<string>;
}

export type ProxyName = keyof typeof proxies;

/** Each forwarded request gets a header `Front` of its own: bytes that became a request behind the proxy alone have none. */
const proxies = {
  nginx: { command: 'nginx', configuration: nginx(() => bufferingSite) },
  'nginx as in docs/operating.md': { command: 'nginx', configuration: nginx(documentedSite) },
  'nginx as in deploy/': { command: 'nginx', configuration: nginx(deployedSite) },
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
  const logged = async () =>
    (
      await Promise.all(['access', 'errors'].map((log) => readFile(join(folder, log), 'utf8')))
    ).join();
  return { url, logged, [Symbol.asyncDispose]: end };
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

const bufferingSite = `
      server {
        listen 80;
        client_max_body_size 0;
        underscores_in_headers on;
        ignore_invalid_headers off;
        proxy_set_header Connection "";
        location / {
          proxy_pass http://127.0.0.1:8080;
          proxy_http_version 1.1;
        }
      }`;

function documentedSite(): string {
  const text = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8');
  const [, site] = /^```nginx\n(.*?)^```$/ms.exec(text) ?? [];
  if (site === undefined) throw new Error('docs/operating.md has no block for nginx');
  return site;
}

/** Without the server that only leads to https. */
function deployedSite(): string {
  const text = readFileSync(new URL('../../../../deploy/nginx.conf', import.meta.url), 'utf8');
  return text.replace(/^server \{\n {4}listen 80;.*?^\}$/ms, '');
}

/** A file for `conf.d` as it is written, but for addresses and TLS. */
function nginx(site: () => string): Configuration {
  return ({ front, back }, folder) => `
    daemon off;
    master_process off;
    pid ${folder}/pid;
    events {}
    http {
      access_log ${folder}/access;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((use) => `${use}_temp_path ${folder}/${use};`).join('\n')}
      ${site()
        .replaceAll(/^ *(ssl_.*|listen \[.*)$/gm, '')
        .replaceAll(/^( *listen) .*$/gm, `$1 127.0.0.1:${front};`)
        .replaceAll(/(127\.0\.0\.1|10\.0\.0\.11):8080/g, `127.0.0.1:${back}`)
        .replaceAll(/^ *server 10\.0\.0\.12:8080.*$/gm, '')
        .replaceAll(/^( *proxy_set_header) Connection "";$/gm, '$& $1 Front $request_id;')}
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
