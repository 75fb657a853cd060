import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../../packages/server/test/fresh-database.ts';
import { repositoryManifest } from '../repository.ts';
import { firstLine, type Place } from './command.ts';

/** The promises hold for every way to get Hookwell. @param start gives an empty place to run the command in */
export function keepsItsPromises(start: () => Place): void {
  const shared = new AsyncDisposableStack();
  let serving: Promise<Serving> | undefined;
  /** One service for all promises that need no beginning of their own. */
  const served = (): Promise<Serving> => {
    serving ??= serveIn(shared.use(start()));
    return serving;
  };
  afterAll(() => shared.disposeAsync());

  test('has the name and version of the repository', async () => {
    const { place, url } = await served();
    const { version } = repositoryManifest();
    expect(await place.output(['--version'])).toBe(version);
    expect(await place.output(['--help'])).toContain('hookwell help COMMAND');
    expect(await place.output(['completion', 'bash'])).toContain('complete ');
    expect(await json(`${url}/api/service`)).toMatchObject({ version });
    expect(await json(`${url}/api/openapi.json`)).toMatchObject({ info: { version } });
  });

  test('keeps what it acknowledged through kill -9, and goes on with it', async () => {
    await using place = start();
    const first = await place.serve();
    await place.output(['login', '--guest']);
    const address = await place.output(['endpoints', 'create']);
    expect((await fetch(address, { method: 'POST', body: 'before the end' })).status).toBe(200);
    await first.kill();

    place.environment.HOOKWELL_PORT = new URL(first.url).port;
    const second = await place.serve();
    expect((await fetch(address, { method: 'POST', body: 'and after it' })).status).toBe(200);
    const listed = (await place.output(['requests', 'list', '--json'])).split('\n');
    expect(listed.map((line) => JSON.parse(line).body)).toEqual(['and after it', 'before the end']);
    expect(await second.stop()).toBe(0);
  });

  test('shows the dashboard, the description of the API and the documentation, with all their files', async () => {
    const { url } = await served();
    for (const page of ['/', '/resend', '/docs', '/docs/installing']) {
      const loaded = filesOf(await text(`${url}${page}`));
      expect(loaded.length, page).toBeGreaterThan(1);
      for (const file of loaded) {
        const answer = await fetch(`${url}${file}`);
        expect(answer.status, file).toBe(200);
        expect(answer.headers.get('content-type'), file).toMatch(/^text\/(javascript|css)/);
        expect((await answer.arrayBuffer()).byteLength, file).toBeGreaterThan(20);
      }
    }
    const script = filesOf(await text(`${url}/`)).find((file) => file.startsWith('/assets/'));
    const compressed = await fetch(`${url}${script}`, { headers: { 'accept-encoding': 'br' } });
    expect(compressed.headers.get('content-encoding')).toBe('br');
  });

  test('renders large compressed captures, in the thread that it has for them', async () => {
    const { url } = await served();
    const guest = await fetch(`${url}/api/auth/guest`, { method: 'POST' });
    const cookie = guest.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const made = await fetch(`${url}/api/endpoints`, { method: 'POST', headers: { cookie } });
    const { url: address } = (await made.json()) as { url: string };
    const line = 'a line of a large body\n'.repeat(100_000);
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const body = gzipSync(JSON.stringify({ line, big: 1 }));
    const { id } = (await (await fetch(address, { method: 'POST', headers, body })).json()) as {
      id: number;
    };
    const shown = await fetch(`${url}/api/requests/${id}`, { headers: { cookie } });
    const { body: rendered } = (await shown.json()) as { body: { raw: string; json: unknown } };
    expect(rendered.raw === JSON.stringify({ line, big: 1 })).toBe(true);
    expect(JSON.stringify(rendered.json) === rendered.raw).toBe(true);
  });

  test('forwards what arrives to a local server', async () => {
    const { place } = await served();
    const address = await place.output(['endpoints', 'create']);
    const arrived = Promise.withResolvers<string>();
    const target = createServer(async (request, response) => {
      arrived.resolve(Buffer.concat(await Array.fromAsync(request)).toString());
      response.end('thank you');
    });
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    const { port } = target.address() as AddressInfo;
    const forward = ['--since', '0', '--forward', `http://127.0.0.1:${port}/`];
    const listening = place.spawn(['listen', address, ...forward]);
    try {
      await fetch(address, { method: 'POST', body: 'to be forwarded' });
      expect(await arrived.promise).toBe('to be forwarded');
    } finally {
      listening.kill();
      target.close();
      target.closeAllConnections();
    }
  });

  test('signs as a sender, verifies on arrival and later, and explains', async () => {
    const { place } = await served();
    Object.assign(place.environment, { RIGHT: 'the-right-secret', WRONG: 'another-secret' });
    const address = await place.output(['endpoints', 'create']);
    const verify = { scheme: 'github', secrets: [place.environment.RIGHT] };
    await place.output(['endpoints', 'settings', 'set', address, '-'], JSON.stringify({ verify }));
    for (const name of ['RIGHT', 'WRONG']) {
      await place.output(['send', address, '--sample', 'github:push', '--secret-env', name]);
    }
    const listed = (await place.output(['requests', 'list', address, '--json'])).split('\n');
    expect(listed.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'push', signature: { verdict: 'invalid', reason: expect.stringContaining(' ') } },
      { event: 'push', signature: { verdict: 'valid' } },
    ]);
    const sent = await fetch(address, { method: 'POST' });
    const id = sent.headers.get('hookwell-request') ?? '';
    const words = ['verify', '--request', id, '--scheme', 'github', '--secret-env', 'RIGHT'];
    const { code, out } = await place.run(words);
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringContaining('Signature missing: github. '),
    });
  });

  test('tells what bodies look like, pins that, and judges others', async () => {
    const { place } = await served();
    const address = await place.output(['endpoints', 'create']);
    await fetch(address, { method: 'POST', body: '{"type":"order.paid","id":1}' });
    expect(await place.output(['events', address])).toMatch(/ 1 {9}1 {5}order\.paid$/);
    const types = await place.output(['schema', address, '--as', 'typescript']);
    expect(types).toContain('export interface Body {');
    const pinned = await place.output(['schema', address, '--pin']);
    expect(pinned).toBe('Pinned order.paid, from 1 sample');
    await fetch(address, { method: 'POST', body: '{"id":"a"}' });
    const schema = 'properties: { id: { type: integer, pattern: ^a } }';
    const words = ['check', address, '--limit', '1', '--schema', '-'];
    expect(await place.run(words, schema)).toMatchObject({
      code: 1,
      out: expect.stringContaining('  `id` is a string, was an integer\n'),
    });
  });

  test('serves coding assistants', async () => {
    const { place } = await served();
    const assistant = place.spawn(['mcp']);
    const clientInfo = { name: 'test', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const ask = (message: object) =>
      assistant.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    ask({ id: 1, method: 'initialize', params });
    ask({ method: 'notifications/initialized' });
    ask({ id: 2, method: 'tools/list', params: {} });
    const answer = await firstLine(assistant, /^(.*"id":2.*)$/);
    assistant.kill();
    expect(JSON.parse(answer ?? '').result.tools.length).toBeGreaterThan(5);
  });

  test('obeys its operators beside the running server', async () => {
    const { place, url } = await served();
    const account = ['--email', 'ada@example.com'];
    await place.output(['account', 'create', ...account, '--plan', 'plus']);
    const key = await place.output(['key', 'create', ...account, '--name', 'ci']);
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${url}/api/endpoints`, { method: 'POST', headers })).status).toBe(201);
    const listed = JSON.parse(await place.output(['account', 'list', '--json']));
    expect(listed).toMatchObject({ email: 'ada@example.com', plan: 'plus', endpoints: 1 });
    await place.output(['backup', 'copy.db']);
    place.environment.HOOKWELL_DATABASE_URL = 'sqlite:copy.db';
    const copied = await place.output(['account', 'list', '--json']);
    delete place.environment.HOOKWELL_DATABASE_URL;
    expect(JSON.parse(copied)).toEqual(listed);
  });

  test('stores in PostgreSQL', async () => {
    await using database = await freshDatabase();
    await using place = start();
    place.environment.HOOKWELL_DATABASE_URL = database.url;
    const server = await place.serve();
    await place.output(['login', '--guest']);
    const address = await place.output(['endpoints', 'create']);
    await fetch(address, { method: 'POST', body: 'into tables' });
    expect(JSON.parse(await place.output(['requests', 'list', '--json']))).toMatchObject({
      body: 'into tables',
    });
    expect(await server.stop()).toBe(0);
  });
}

/** A place with a service, where a guest is logged in. */
interface Serving {
  place: Place;
  url: string;
}

async function serveIn(place: Place): Promise<Serving> {
  const { url } = await place.serve();
  await place.output(['login', '--guest']);
  return { place, url };
}

/** The scripts and styles that a page names. */
function filesOf(page: string): string[] {
  return [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file);
}

async function text(url: string): Promise<string> {
  return await (await fetch(url)).text();
}

async function json(url: string): Promise<unknown> {
  return await (await fetch(url)).json();
}
