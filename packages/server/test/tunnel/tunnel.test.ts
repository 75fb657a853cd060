import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { Tunnel } from '../../src/tunnel/tunnel.ts';
import { eventually } from '../eventually.ts';
import { isRunning } from '../postgres/process-tree.ts';
import { startGuest } from '../start-server.ts';
import {
  cloudflaredBox,
  readyLines,
  type StandIn,
  standIn,
  startWith,
  untilEnded,
} from './stand-in.ts';

/** Sends one request to a port of this machine; gives status and body. */
function ask(
  port: number | string,
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
    });
    sent.on('error', reject).end();
  });
}

async function receiveBaseOf({ url }: { url: string }): Promise<string> {
  const service = (await (await fetch(`${url}/api/service`)).json()) as { receiveBaseUrl: string };
  return service.receiveBaseUrl;
}

const host = 'quiet-river-12.trycloudflare.com';

describe.runIf(process.platform !== 'win32')('a tunnel', () => {
  test('gives the receive URLs its address, and what comes through it gets nothing else', async () => {
    using program = standIn('cloudflared', cloudflaredBox + untilEnded);
    await using server = await startWith(program, 'cloudflared', {
      HOOKWELL_METRICS_TOKEN: 'a secret of ours',
    });
    expect(readyLines(program)).toEqual([server.url, `https://${host}`]);
    expect(await receiveBaseOf(server)).toBe(`https://${host}`);
    const guest = await startGuest(server);
    const { token, url } = await guest.ask(201, 'POST', '/api/endpoints');
    expect(url).toBe(`https://${host}/wh/${token}`);
    expect(program.environment()).not.toMatch(/HOOKWELL_|a secret of ours/);

    const own = new URL(server.url).port;
    const [tunnel = '', ...words] = program.words().toReversed();
    expect(words.toReversed()).toEqual(['tunnel', '--no-autoupdate', '--url']);
    const { port, hostname } = new URL(tunnel);
    expect(hostname).toBe('127.0.0.1');
    const forwarded = { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' };
    const senderOf = async (through: string, headers: Record<string, string>) => {
      const { status, body } = await ask(through, `/wh/${token}`, headers, 'POST');
      expect(status).toBe(200);
      return (await guest.ask(200, 'GET', `/api/requests/${JSON.parse(body).id}`)).ipAddress;
    };
    const local = `127.0.0.1:${own}`;
    expect(await senderOf(port, { host, ...forwarded })).toBe('203.0.113.9');
    expect(await senderOf(own, { host, ...forwarded })).toBe('203.0.113.9');
    expect(await senderOf(port, { host: local, ...forwarded })).toBe('127.0.0.1');
    expect(await senderOf(own, { host: local, ...forwarded })).toBe('127.0.0.1');
    expect(await senderOf(own, { host: 'another.example' })).toBe('127.0.0.1');

    for (const path of ['/', '/api/service', '/metrics', '/docs', '/hookwell.tgz']) {
      for (const [through, named] of [
        [port, host],
        [own, host],
        [port, local],
        [port, 'localhost'],
      ] as const)
        expect((await ask(through, path, { host: named })).status, path).toBe(404);
    }
    expect((await ask(own, '/api/service', { host: local })).status).toBe(200);
    expect((await ask(port, '/healthz', { host })).status).toBe(200);

    const pid = await program.pid();
    expect(isRunning(pid)).toBe(true);
    expect(await server.end('SIGTERM')).toBe(0);
    expect(isRunning(pid)).toBe(false);
    expect(server.standardError()).not.toMatch(/has ended|without a tunnel/);
  });
  test('that ends by itself is missed, and the service goes on', async () => {
    using program = standIn('cloudflared', cloudflaredBox + untilEnded);
    await using server = await startWith(program, 'cloudflared');
    const description = async () => await (await fetch(`${server.url}/api/openapi.json`)).text();
    expect(await description()).toContain(host);
    process.kill(await program.pid(), 'SIGKILL');
    await eventually(async () => (await receiveBaseOf(server)) === server.url);
    const guest = await startGuest(server);
    expect((await guest.ask(201, 'POST', '/api/endpoints')).url).toContain(`${server.url}/wh/`);
    expect(await description()).not.toContain(host);
    expect((await ask(new URL(server.url).port, '/api/service', { host })).status).toBe(200);
    const said = await eventually(() =>
      /"msg":"[^"]*tunnel's program[^"]*"/.exec(server.standardError()),
    );
    expect(said?.[0]).toBe(
      `"msg":"The tunnel's program has ended (137): senders elsewhere cannot reach this service any more. The service goes on without a tunnel"`,
    );
    expect(await server.end('SIGTERM')).toBe(0);
  });

  test.each([['is absent', undefined, 'is not on the PATH', undefined]])(
    'that %s is one sentence',
    async (_what, script, sentence, said) => {
      using program = standIn(script === undefined ? 'tailscale' : 'cloudflared', script ?? '');
      const environment = { PATH: `${program.folder}:/usr/bin:/bin` };
      await using server = await startWith(program, 'cloudflared', environment);
      expect(readyLines(program)).toEqual([server.url]);
      expect(await receiveBaseOf(server)).toBe(server.url);
      const warnings = server
        .standardError()
        .split('\n')
        .flatMap((line) => (line.includes('"level":40') ? [JSON.parse(line)] : []));
      expect(warnings).toHaveLength(1);
      expect(warnings[0].msg).toBe(
        `The tunnel's program ${sentence}. The service goes on without a tunnel`,
      );
      expect(warnings[0].said).toBe(said);
    },
  );

  test('that ends at once leaves no address behind', async () => {
    using program = standIn('cloudflared', cloudflaredBox);
    const used: (string | undefined)[] = [];
    const tunnel = startTunnel(program, (address) => void used.push(address));
    await eventually(() => used.length === 2);
    expect(used).toEqual([`https://${host}`, undefined]);
    await tunnel.close();
  });

  test('that ends by itself takes along what it has started', async () => {
    using program = standIn('cloudflared', `${cloudflaredBox}\nsleep 600 &\necho $! > left`);
    const used: (string | undefined)[] = [];
    const tunnel = startTunnel(program, (address) => void used.push(address));
    await eventually(() => used.length === 2);
    const left = Number(readFileSync(join(program.folder, 'left'), 'utf8'));
    await eventually(() => !isRunning(left));
    await tunnel.close();
  });

  test('that names no address, or only those of others, is ended after a while', async () => {
    const lying = 'echo https://evil.example; echo https://a.trycloudflare.com.evil.example';
    using program = standIn('cloudflared', `${lying}\n${untilEnded}`);
    const lines: string[] = [];
    const tunnel = startTunnel(program, () => {}, lines, 3000);
    const pid = await program.pid();
    expect(await tunnel.address).toBeUndefined();
    expect(isRunning(pid)).toBe(false);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      msg: "The tunnel's program named no public address within 3 s, so it was ended. The service goes on without a tunnel",
      said: 'https://a.trycloudflare.com.evil.example',
    });
  });
});

/** A tunnel of this process; its log is written to the lines. */
function startTunnel(
  { path }: StandIn,
  use: (address: string | undefined) => void,
  lines: string[] = [],
  deadlineMs?: number,
): Tunnel {
  const log = pino({}, { write: (line) => void lines.push(line) });
  const { PATH } = process.env;
  process.env.PATH = path;
  try {
    return new Tunnel('cloudflared', 1, log, use, deadlineMs);
  } finally {
    process.env.PATH = PATH;
  }
}
