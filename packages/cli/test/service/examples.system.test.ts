import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { freePort } from '../../../server/test/postgres/free-port.ts';
import { commandFile } from '../../../server/test/programs/files.ts';
import { putSettings } from '../../../server/test/replies/settings.ts';
import { send, startServer, Visitor } from '../../../server/test/start-server.ts';
import { Interrupted } from '../../src/command-line/outcome.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { startTarget } from '../forwarding/target-server.ts';
import { compileCache } from '../hookwell-process.ts';
import { followInProcess, outcomeInProcess } from '../in-process.ts';
import { blocksOf, documentedExamples } from './documented-examples.ts';
import { elsewhere } from './examples-elsewhere.ts';

const examples = documentedExamples();
const secret = 'a-secret-that-both-know';
const folder = mkdtempSync(join(tmpdir(), 'hookwell-examples-'));
const programs = join(folder, 'programs');

const server = forFile(await startServer());
const target = forFile(await startTarget());
mkdirSync(programs);
const command = `exec '${process.execPath}' '${commandFile}' "$@"`;
// `npx` runs the installed command, no browser is started, and not every machine has `jq`.
const scripts = {
  hookwell: command,
  npx: 'exec "$@"',
  'xdg-open': 'exit 0',
  jq: 'exec cat',
  // No machine gets a real address in the internet for this.
  cloudflared: 'exit 1',
};
for (const [name, script] of Object.entries(scripts)) {
  writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(programs, name), 0o755);
}
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('every example that is said not to run here is one', () => {
  const texts = new Set(examples.flatMap(({ place, text }) => [place, text]));
  expect([...elsewhere.keys()].filter((text) => !texts.has(text))).toEqual([]);
});

const here = examples.filter(({ place, text }) => !elsewhere.has(place) && !elsewhere.has(text));

test.each(here)('$place: $text', async ({ text }) => {
  await using place = await Place.for(text);
  const before = place.files();
  const { ending, said } = await place.run();
  expect(said).not.toMatch(/^hookwell: /m);
  expect(ending, said).toMatch(/^(0|130|SIGINT)$/);
  const written = [...text.matchAll(saidFile)].map(([, name]) => name);
  expect(place.files().filter((name) => !before.includes(name) && !written.includes(name))).toEqual(
    [],
  );
});

test('the blocks of the README, pasted one after the other, end by themselves', async () => {
  // These stand apart: they go on until Ctrl-C, wait for a sender, or need another machine.
  const apart = /npm ci|hookwell (?:listen|grade|migrate-store)\b/;
  const pasted = blocksOf('README.md', 'sh').filter((block) => !apart.test(block));
  const { code, said } = await runInShell(pasted.join('\n'), mkdtempSync(join(folder, 'readme-')));
  expect(code, said).toBe(0);
  expect(said).not.toMatch(/^hookwell: /m);
  expect(said).toContain('export interface InvoicePaid');
});

test('docs/desk.md leads from nothing to an answered ping', async () => {
  const [, lines = ''] = blocksOf('docs/desk.md', 'sh');
  expect(lines.trim().split('\n').length).toBeLessThanOrEqual(9);
  const home = mkdtempSync(join(folder, 'desk-'));
  const port = String(await freePort());
  const child = spawn(
    'bash',
    ['--norc', '-euo', 'pipefail', '-c', lines.replaceAll('3000', port)],
    {
      cwd: home,
      env: newcomer(home),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      said += piece;
    });
  }
  const closed = once(child, 'close');
  try {
    await once(child, 'exit');
    expect(child.exitCode, said).toBe(0);
    const told = /(#\d+ .*→ 200 {2}sent back)/;
    await eventually(() => told.test(said));
    const withoutId = (text = '') => text.replace(/#\d+/g, '#');
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/desk.md'), 'utf8');
    expect(withoutId(page)).toContain(withoutId(told.exec(said)?.[1]));
    expect(said).toContain('The endpoint answered with 200: pong from my desk\n');
  } finally {
    signalGroup(child, 'SIGTERM');
    await closed;
  }
});

/** Runs a text in a shell of somebody who has no log-in yet. */
async function runInShell(text: string, home: string): Promise<{ code: number; said: string }> {
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', text], {
    cwd: home,
    env: newcomer(home),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      said += piece;
    });
  }
  const [code] = await once(child, 'close');
  return { code, said };
}

function newcomer(home: string): Record<string, string> {
  return {
    PATH: [programs, dirname(process.execPath), process.env.PATH].join(delimiter),
    ...{ HOME: home, HOOKWELL_URL: server.url, ...compileCache },
  };
}

/** The file that an example says it writes. */
const saidFile =
  /(?:--output|--junit|--ready-file|-c|\s>|\s>>|hookwell backup)[ =]"?([\w.-]+)(?=["\s]|$)/g;

/** Commands that go on until somebody ends them. */
const endless = /hookwell (?:listen|serve|grade)\b|curl -sN/;
/** Commands that end with their input, start programs, or know their home. */
const needsProcess = /^(?:serve|mcp|open|login|logout|completion)\b|\bedit\b/;
/** A word, quoted or bare, that means the same to every shell. */
const word = /"([^"`\\]*)"|'([^']*)'|((?:[\w./:=,@%+-]|\$[A-Z_]+)+)/g;
/** One command, whose output may become a variable, and whose input may come from a file. */
const oneCommand = /^(?:\w+=\$\()?(?:npx )?hookwell ([^\n]*?)(?: < ([\w.]+))?\)?$/;
/** The output of examples that do their work. */
const working = /Listening at|is ready|steps are in place now|^data: /m;

/** A folder, a home and an account of its own for one example. */
class Place implements AsyncDisposable {
  readonly #text: string;
  readonly #workplace: KeyWorkplace;
  readonly #home = mkdtempSync(join(folder, 'home-'));
  readonly #environment: Record<string, string | undefined>;

  private constructor(text: string, workplace: KeyWorkplace, own: Record<string, string>) {
    this.#text = text;
    this.#workplace = workplace;
    this.#environment = {
      PATH: [programs, process.env.PATH].join(delimiter),
      HOME: this.#home,
      ...compileCache,
      ...own,
    };
  }

  /** With everything that examples take for granted: files, variables, an endpoint and its requests. */
  static async for(example: string): Promise<Place> {
    const workplace = await KeyWorkplace.on(server);
    const { visitor } = workplace;
    const token = await visitor.endpoint();
    await putSettings(visitor, token, { verify: { scheme: 'github', secrets: [secret] } });
    const url = `${server.url}/wh/${token}`;
    const body = '{"type":"invoice.paid"}';
    const headers = { 'content-type': 'application/json' };
    const post = (path: string) => send(server, token, { method: 'POST', path, body, headers });
    const ids = [await post('/paid'), await post('/orders'), await post('')].map(({ id }) => id);
    workplace.environment.GITHUB_SECRET = secret;
    await workplace.output([
      'send',
      url,
      '--sample',
      'github:push',
      '--secret-env',
      'GITHUB_SECRET',
    ]);
    const account = await visitor.ask(200, 'GET', '/api/auth/me');
    // It has an identity that can be taken from it.
    const identity = { issuer: 'https://login.example', subject: String(account.id) };
    await server.store.db
      .insertInto('identity')
      .values({ ...identity, account_id: account.id, created_at: 0 })
      .execute();
    const email = example.includes('account create') ? `new-${account.email}` : account.email;
    const guest = new Visitor(server);
    const { id: guestId } = await guest.ask(201, 'POST', '/api/auth/guest');
    const backups = mkdtempSync(join(folder, 'backups-'));
    const text = example
      .replaceAll('0h2v8q6c1d7x5m3k9r4t8w2y6b', token)
      .replaceAll(/(?<![\w$])TOKEN(?![\w=])/g, token)
      .replaceAll(/\b421([123])\b/g, (_, digit) => String(ids[Number(digit) - 1]))
      .replaceAll(/(?:http:\/\/)?localhost:3000\b|(?<=--forward )3000\b/g, target.url)
      .replaceAll(/http:\/\/127\.0\.0\.1:8080|https:\/\/hooks\.example\.org/g, server.url)
      .replaceAll(/\b(?:ada|ci)@example\.com/g, email)
      .replaceAll('4711', String(guestId))
      .replaceAll('/backups/', `${backups}/`)
      .replaceAll('9000', String(await freePort()));
    const isServing = /hookwell serve/.test(example);
    const isLogin = /hookwell (?:login|logout)/.test(example);
    const { HOOKWELL_URL = '', HOOKWELL_API_KEY = '' } = workplace.environment;
    const place = new Place(text, workplace, {
      HOOKWELL_DATABASE_URL: isServing
        ? `sqlite:${join(backups, 'own.db')}`
        : server.config.databaseUrl,
      ...(isServing ? { HOOKWELL_PORT: '0' } : { HOOKWELL_URL }),
      ...(isServing || isLogin ? {} : { HOOKWELL_API_KEY }),
      ...{ URL: url, RECEIVE_URL: url, TOKEN: token, KEY: HOOKWELL_API_KEY },
      ...{ CI_KEY: HOOKWELL_API_KEY, SHOP_TOKEN: 'shop000000000000000000test' },
      ...{ PUSH_TOKEN: 'push000000000000000000test', GITHUB_ENV: join(backups, 'variables') },
      ...{ GITHUB_SECRET: secret, SHOPIFY_SECRET: secret, STRIPE_WEBHOOK_SECRET: secret },
      EDITOR: 'true',
    });
    await place.#fill(HOOKWELL_API_KEY, guest.cookie);
    return place;
  }

  /** The files that examples read. */
  async #fill(key: string, cookie = ''): Promise<void> {
    const write = (name: string, text: string) =>
      writeFileSync(join(this.#workplace.folder, name), text);
    for (const block of ['docs/as-code.md', 'docs/forwarding.md'].flatMap((page) =>
      blocksOf(page, 'yaml'),
    )) {
      const [, name] = /^# (\S+\.yaml)$/m.exec(block) ?? [];
      if (name !== undefined) write(name, block);
    }
    for (const name of ['settings.json', 'replies.json', 'verify.json']) {
      write(name, '{"replies":[{"status":202}]}');
    }
    write('replies.yaml', 'replies: [{ status: 202 }]\n');
    write('password.txt', 'a-long-password\n');
    write('key.txt', `${key}\n`);
    write('cookies.txt', `127.0.0.1\tFALSE\t/\tFALSE\t0\t${cookie.replace('=', '\t')}\n`);
    write('invoice.schema.json', '{"type":"object"}');
    write('openapi.yaml', openapi);
    if (this.#text.includes('--config')) {
      for (const name of ['Shop orders', 'Mail events']) {
        await this.#workplace.output(['endpoints', 'create', '--name', name]);
      }
    }
    if (this.#text.includes('logout')) await this.#shell('hookwell login --key-stdin < key.txt');
  }

  files(): string[] {
    return readdirSync(this.#workplace.folder);
  }

  async run(): Promise<{ ending: string; said: string }> {
    const before = process.cwd();
    process.chdir(this.#workplace.folder);
    try {
      const alone = this.#commandAlone();
      if (alone === undefined) return await this.#shell(this.#text);
      if (endless.test(this.#text)) return await this.#interrupted(alone.words);
      const { code, out, error } = await outcomeInProcess(
        alone.words,
        this.#settings(),
        alone.input,
      );
      return { ending: String(code), said: out + error };
    } finally {
      process.chdir(before);
    }
  }

  /** Runs a command that goes on, until it does its work. */
  async #interrupted(words: readonly string[]): Promise<{ ending: string; said: string }> {
    const interruption = new AbortController();
    let said = '';
    const code = followInProcess(words, this.#settings(), {
      write: (data) => {
        said += Buffer.from(data);
      },
      note: (line) => {
        said += `${line}\n`;
      },
      signal: interruption.signal,
    });
    await Promise.race([code, eventually(() => working.test(said))]);
    interruption.abort(new Interrupted());
    return { ending: String(await code), said };
  }

  #settings(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.#environment).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    );
  }

  /**
   * The words and the input of an example that is one command which depends on its words, settings and files alone: it needs
   * neither a shell nor a process. Of all others the process is part of the example.
   */
  #commandAlone(): { words: string[]; input: string } | undefined {
    const [, line, file] = oneCommand.exec(this.#text) ?? [];
    if (line === undefined || line.replaceAll(word, '').trim() !== '') return undefined;
    if (needsProcess.test(line)) return undefined;
    const valued = (text: string) =>
      text.replaceAll(/\$(\w+)/g, (_, name) => this.#environment[name] ?? '');
    const words = Array.from(
      line.matchAll(word),
      ([, quoted, literal, bare]) => literal ?? valued(quoted ?? bare ?? ''),
    );
    return { words, input: file === undefined ? '' : readFileSync(file, 'utf8') };
  }

  /** Runs a text in a shell of its own process group, of which nothing is left afterwards. */
  async #shell(text: string): Promise<{ ending: string; said: string }> {
    const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', text], {
      cwd: this.#workplace.folder,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (piece: string) => {
        said += piece;
      });
    }
    const [exited, closed] = [once(child, 'exit'), once(child, 'close')];
    try {
      if (endless.test(text) && !/&\s+until /.test(text)) {
        await eventually(() => child.exitCode !== null || working.test(said));
        signalGroup(child, 'SIGINT');
      }
      await exited;
    } finally {
      signalGroup(child, 'SIGTERM');
      await closed;
    }
    return { ending: String(child.signalCode ?? child.exitCode), said };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#workplace[Symbol.asyncDispose]();
  }
}

const openapi = `openapi: 3.1.0
webhooks:
  invoice.paid: { post: { requestBody: { content: { application/json: { schema: { type: object } } } } } }
`;

/** Whatever the shell started is in its group. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (error) {
    // Nothing is left of it.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
