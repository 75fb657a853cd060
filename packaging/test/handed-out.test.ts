import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, inject, test } from 'vitest';
import { npm } from '../npm.ts';
import { repositoryManifest, root } from '../repository.ts';
import { tarball } from '../tarball.ts';
import { Place } from './command.ts';
import { isLeastNodesMachine, leastNode } from './least-node.ts';
import { npmScript } from './npm-script.ts';

const { version } = repositoryManifest();
const installed = () => join(inject('installation'), 'node_modules/hookwell');
const service = (folder = installed()) =>
  new Place([process.execPath, join(folder, 'bin/hookwell.cjs')]);

/** The output of the script that packs the command. */
function packedFile(): string {
  const builds = join(root, 'packages/cli/dist');
  return join(builds, readFileSync(join(builds, 'current'), 'utf8').trim(), 'hookwell.tgz');
}

const packed = () => readFileSync(packedFile());

async function handedOut(url: string): Promise<Buffer> {
  const answer = await fetch(`${url}/hookwell.tgz`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** The address that npx is given. */
async function address(url: string): Promise<string> {
  const hash = createHash('sha256')
    .update(await handedOut(url))
    .digest('hex');
  return `${url}/hookwell.tgz?v=${hash.slice(0, 32)}`;
}

/** An empty folder, with an empty cache of npm in it, where `npx --yes` is run by this Node. */
function npxIn(node: string): Place {
  const place = new Place([node, npmScript(), 'exec', '--yes', '--']);
  place.environment.PATH = [dirname(node), process.env.PATH].join(delimiter);
  // No registry is there.
  place.environment.npm_config_registry = 'http://127.0.0.1:1';
  return place;
}

/** A program of the user's, which notes what was sent to it. */
async function receiver() {
  const received: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    received.push(url);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    received,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

test('is the same from the clone, the package and the executable', async () => {
  await using fromPackage = service();
  expect((await handedOut((await fromPackage.serve()).url)).equals(packed())).toBe(true);
  await using fromExecutable = new Place([inject('executable')]);
  expect((await handedOut((await fromExecutable.serve()).url)).equals(packed())).toBe(true);
});

/** By this Node the package of a release is run (`package.test.ts`). */
const [nameOfNode, node]: [string, () => string] = isLeastNodesMachine
  ? ['the least Node that is promised', () => leastNode().program]
  : ['this Node', () => process.execPath];

describe(`npx of ${nameOfNode}`, () => {
  test('runs it with an empty cache and no registry', async () => {
    await using host = service();
    const { url, stop } = await host.serve();
    const tgz = await address(url);
    await using npx = npxIn(node());
    expect(await npx.output([tgz, '--version'])).toBe(version);

    // npx starts what it has installed: the steps of a user need no npx each.
    const [bin = ''] = globSync('.npm/_npx/*/node_modules/hookwell/bin/hookwell.cjs', {
      cwd: npx.folder,
    });
    await using place = new Place([node(), join(npx.folder, bin)]);
    const hookwell = (...words: string[]) => place.output(words);
    // Nothing names the service: commands go where the command came from.
    await hookwell('login', '--guest');
    const receiveUrl = await hookwell('endpoints', 'create', '--name', 'Shop');
    place.environment.SECRET = 'the-secret';
    const signed = ['--sample', 'github:push', '--secret-env', 'SECRET'];
    await hookwell('send', receiveUrl, ...signed);
    const { id } = JSON.parse(await hookwell('requests', 'list', '--json'));
    const verifying = ['--request', String(id), '--scheme', 'github', '--secret-env', 'SECRET'];
    expect(await place.run(['verify', ...verifying])).toMatchObject({
      out: expect.stringContaining('Signature unverifiable: github'),
    });

    const types = await hookwell('schema', receiveUrl, '--as', 'typescript');
    writeFileSync(join(place.folder, 'body.json'), '{"required":["zen"]}');
    expect(types).toContain('export interface Body {');
    expect(await place.run(['check', receiveUrl, '--schema', 'body.json'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('  `zen` is missing\n'),
    });

    await using target = await receiver();
    const forward = ['--since', '0', '--forward', target.url];
    const listening = place.spawn(['listen', receiveUrl, ...forward]);
    await expect.poll(() => target.received, { timeout: 60_000 }).toHaveLength(1);
    const ended = once(listening, 'close');
    listening.kill('SIGTERM');
    await ended;
    await hookwell('replay', String(id), '--to', `${target.url}/again`);
    expect(target.received).toEqual(['/', '/again']);
    await stop();
    expect((await place.run(['endpoints', 'list'])).error).toBe(
      `hookwell: Nothing listens at ${url}: --url names another one\n`,
    );
  });
});

/** A service that was installed before this version: its command has another number, and no more. */
function earlierService(folder: string): Place {
  cpSync(installed(), folder, { recursive: true });
  const builds = join(folder, 'files/cli/dist');
  const manifest = { name: 'hookwell', version: '0.0.1', bin: { hookwell: 'bin/hookwell.cjs' } };
  const program = `#!/usr/bin/env node\nconsole.log('${manifest.version}');\n`;
  const files = { 'package.json': JSON.stringify(manifest), 'bin/hookwell.cjs': program };
  const contents = Object.entries(files).map(([name, text]) => [name, Buffer.from(text)] as const);
  mkdirSync(join(builds, 'earlier'));
  writeFileSync(join(builds, 'earlier/hookwell.tgz'), tarball(new Map(contents)));
  writeFileSync(join(builds, 'current'), 'earlier\n');
  return service(folder);
}

test('after an upgrade npx runs the new version by the hash, and without it still the old one', async () => {
  await using place = npxIn(process.execPath);
  const run = (tgz: string) => place.output([tgz, '--version']);
  await using before = earlierService(join(place.folder, 'service'));
  const { url } = await before.serve();
  const bare = `${url}/hookwell.tgz`;
  const old = await address(url);
  expect([await run(bare), await run(old)]).toEqual(['0.0.1', '0.0.1']);
  await before[Symbol.asyncDispose]();

  await using after = service();
  after.environment.HOOKWELL_PORT = new URL(url).port;
  await after.serve();
  const now = await address(url);
  expect(now).not.toBe(old);
  expect(await run(now)).toBe(version);
  expect(await run(bare)).toBe('0.0.1');

  // A page that was open during the upgrade has the old hash. Who did not run it before gets what fits the service.
  await using newcomer = npxIn(process.execPath);
  expect(await newcomer.output([old, '--version'])).toBe(version);
});

describe('its package', () => {
  const files = () => npm(root, ['pack', '--dry-run', '--json', '--ignore-scripts', packedFile()]);

  test('takes less than a megabyte, and tells nothing of the folder that it was made in', () => {
    expect(packed().length).toBeLessThan(1e6);
    expect(gunzipSync(packed()).includes(root)).toBe(false);
  });

  test('has the command, its terms, and nothing of the server', () => {
    const [{ files: entries, name }] = JSON.parse(files());
    const paths: string[] = entries.map(({ path }: { path: string }) => path);
    expect(name).toBe('hookwell');
    expect([...new Set(paths.map((path) => path.replace(/\/.*/, '/')))].sort()).toEqual(
      ['LICENSE', 'THIRD-PARTY-LICENCES.txt', 'bin/', 'lib/', 'package.json'].sort(),
    );
    const text = gunzipSync(packed()).toString();
    expect(text).toMatch(/^zod \d+\./m);
    for (const library of ['fastify', 'pg', 'kysely', 'react']) {
      expect(text, library).not.toMatch(new RegExp(`^(## )?${library} (- )?\\d+\\.`, 'm'));
    }
  });

  test('says that what operators run is in the whole package', async () => {
    await using place = npxIn(process.execPath);
    const packedSpec = `file:${packedFile()}`;
    const { code, out, error } = await place.run([packedSpec, 'serve']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toContain('"hookwell serve", is in the whole package alone');
    expect(await place.output([packedSpec, '--help'])).not.toContain('For operators');
    expect(await place.output([packedSpec, 'completion', 'bash'])).not.toContain('migrate-store');
  });
});
