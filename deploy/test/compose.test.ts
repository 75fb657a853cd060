import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../packages/server/test/postgres/free-port.ts';
import { environment, podman, root, run } from './podman.ts';

test('compose.yaml starts PostgreSQL, two nodes and the proxy, of which either node may go', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookwell-compose-'));
  const port = await freePort();
  writeCompose(folder, port);
  const socket = `unix://${folder}/podman.sock`;
  const service = spawn('podman', ['system', 'service', '--time', '0', socket], {
    env: environment,
    stdio: 'ignore',
  });
  const gone = once(service, 'exit');
  const compose = (...words: string[]) =>
    run('docker-compose', words, { ...environment, DOCKER_HOST: socket }, folder);
  const health = askForHealth();
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await compose('logs', '--no-color'));
    await compose('down', '--volumes', '--timeout', '15');
    await health.stop();
    service.kill('SIGTERM');
    await gone;
    rmSync(folder, { recursive: true });
  });

  await compose('up', '--detach', '--no-build');
  await expect.poll(() => ask(port, '/readyz'), { timeout: 60_000 }).toMatchObject({ status: 200 });
  const inNode = (words: string) => compose('exec', '-T', 'node1', 'hookwell', ...words.split(' '));
  await inNode('account create --email you@example.com --plan plus');
  const key = await inNode('key create --email you@example.com --name ci');
  const headers = { authorization: `Bearer ${key.trim()}` };
  const made = await ask(port, '/api/endpoints', { method: 'POST', headers });
  const { token } = JSON.parse(made.text) as { token: string };
  const send = async () =>
    (await ask(port, `/wh/${token}`, { method: 'POST', headers: {} })).status;
  expect(await send()).toBe(200);
  const isPatient = triesAnotherNode(await compose('exec', '-T', 'proxy', 'caddy', 'version'));
  const expectAllStored = async () => {
    const sendSome = async () => [await send(), await send(), await send(), await send()];
    const allStored = [200, 200, 200, 200];
    if (isPatient) expect(await sendSome()).toEqual(allStored);
    else await expect.poll(sendSome, { timeout: 20_000 }).toEqual(allStored);
  };

  // The older docker-compose finds that Podman's networks differ from those it made, so that it replaces no container.
  await compose('stop', 'node1');
  await expectAllStored();
  await compose('start', 'node1');
  await compose('stop', 'node2');
  await expectAllStored();
  const list = await ask(port, `/api/requests/endpoint/${token}`, { headers });
  expect(JSON.parse(list.text).length).toBeGreaterThanOrEqual(4);

  // The proxy is believed, so that captures have the address of who sent to it.
  const addresses = '{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}';
  const proxy = await podman('inspect', '--format', addresses, 'hookwellcomposetest_proxy_1');
  const [first] = JSON.parse(list.text) as { ipAddress: string }[];
  expect(proxy.trim().split(' ')).not.toContain(first?.ipAddress);

  await expect(compose('exec', '-T', 'node1', 'sh', '-c', 'echo x > /usr/x')).rejects.toThrow(
    'Read-only file system',
  );
});

/** An older Caddy refuses a POST that meets a node which has just gone, until its next health check; Debian's is older. */
function triesAnotherNode(caddy: string): boolean {
  const [major = 0, minor = 0, patch = 0] = (caddy.match(/\d+/g) ?? []).map(Number);
  return major > 2 || (major === 2 && (minor > 11 || (minor === 11 && patch >= 3)));
}

/** The file as it is, but for ports that are free on this machine, and an image that is there already. */
function writeCompose(folder: string, port: number): void {
  const from = (name: string) => join(root, 'deploy', name);
  for (const name of ['Caddyfile', 'revoke-public.sql']) cpSync(from(name), join(folder, name));
  const content = readFileSync(from('compose.yaml'), 'utf8')
    .replace(/ +- "80:80"\n/, '')
    .replace('"443:443"', `"127.0.0.1:${port}:443"`)
    .replace(/ +- "443:443\/udp"\n/, '');
  writeFileSync(join(folder, 'compose.yaml'), content);
  // Caddy makes the certificate of this name itself.
  const settings =
    'COMPOSE_PROJECT_NAME=hookwellcomposetest\nDOMAIN=localhost\nPOSTGRES_PASSWORD=secret\n';
  writeFileSync(join(folder, '.env'), settings);
}

/** Asks for the health of the database: Podman leaves that to systemd, which not every machine runs. */
function askForHealth(): { stop(): Promise<void> } {
  let stopped = false;
  const loop = (async () => {
    while (!stopped) {
      await podman('healthcheck', 'run', 'hookwellcomposetest_postgres_1').catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  })();
  return {
    async stop() {
      stopped = true;
      await loop;
    },
  };
}

interface Answer {
  status: number | undefined;
  text: string;
}

async function ask(
  port: number,
  path: string,
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const asked = request({
    host: 'localhost',
    port,
    path,
    ...options,
    servername: 'localhost',
    rejectUnauthorized: false,
  });
  asked.end(options.method === 'POST' ? 'one' : undefined);
  try {
    const [answer] = await once(asked, 'response');
    let text = '';
    for await (const piece of answer) text += piece;
    return { status: answer.statusCode, text };
  } catch (error) {
    return { status: undefined, text: String(error) };
  }
}
