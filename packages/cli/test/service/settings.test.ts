import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { runInProcess } from '../in-process.ts';
import { hasPseudoTerminal, onTerminal } from '../pseudo-terminal.ts';

const settings = { replies: [{ status: 202, body: 'taken' }], delivery: 'header.webhook-id' };

const temporary = mkdtempSync(join(tmpdir(), 'hookwell-editor-'));
const server = forFile(await startServer());
const workplace = forFile(await KeyWorkplace.on(server));
const token = await workplace.visitor.endpoint();
afterAll(() => {
  rmSync(temporary, { recursive: true });
});

/** Runs `hookwell endpoints settings`. */
function run(task: string, words: readonly string[] = [], more: Record<string, string> = {}) {
  const environment = { ...workplace.environment, PATH: process.env.PATH ?? '', ...more };
  return runInProcess(['endpoints', 'settings', task, ...words], environment);
}

function fileWith(text: string): string {
  const file = join(temporary, `${crypto.randomUUID()}.txt`);
  writeFileSync(file, text);
  return file;
}

async function stored(): Promise<unknown> {
  return await workplace.visitor.ask(200, 'GET', `/api/endpoints/${token}/settings`);
}

async function store(document: object): Promise<void> {
  await workplace.visitor.ask(200, 'PUT', `/api/endpoints/${token}/settings`, document);
}

describe('endpoints settings', () => {
  test('set takes JSON and YAML, and get prints what set can take', async () => {
    await run('set', [token, fileWith(JSON.stringify(settings))]);
    expect(await stored()).toEqual(settings);
    await run('set', [`${server.url}/wh/${token}`, fileWith('replies: [{ status: 503 }] # down')]);
    expect(await stored()).toEqual({ replies: [{ status: 503 }] });
    const { out } = await run('get', [token]);
    expect(out).toBe(`${JSON.stringify({ replies: [{ status: 503 }] }, null, 2)}\n`);
    expect((await run('get', [token, '--json'])).out).toBe('{"replies":[{"status":503}]}\n');
    await run('set', [token, fileWith('{}')]);
    expect(JSON.parse((await run('get', [token])).out)).toEqual({});
  });

  test('get loses no character, and none acts on a terminal', async () => {
    const odd = { replies: [{ body: 'a\u001b[31m\u202e"\\ \ud83d\ude00\u200d' }] };
    await store(odd);
    const { out } = await run('get', [token]);
    expect(out).not.toContain('\u001b');
    expect(out).not.toContain('\u202e');
    await run('set', [token, fileWith('{}')]);
    await run('set', [token, fileWith(out)]);
    expect(await stored()).toEqual(odd);
  });

  test('set reads standard input', async () => {
    const words = ['endpoints', 'settings', 'set', token, '-'];
    const outcome = await workplace.run(words, JSON.stringify(settings));
    expect(outcome).toMatchObject({ code: 0, out: '' });
    expect(await stored()).toEqual(settings);
  });

  test('set tells what changed; --merge keeps what the file does not have', async () => {
    await store({ replies: [{ status: 202 }], delivery: 'json.id' });
    const file = fileWith('{"replies": [{"status": 204}]}');
    expect((await run('set', [token, file, '--merge'])).notes).toEqual([
      'The settings are changed:',
      '  ~ replies[0].status: 202 -> 204',
    ]);
    expect(await stored()).toEqual({ replies: [{ status: 204 }], delivery: 'json.id' });
    expect((await run('set', [token, file])).notes).toEqual([
      'The settings are changed:',
      '  - delivery: "json.id"',
    ]);
    expect((await run('set', [token, file])).notes).toEqual(['Nothing was changed']);
    await store({ verify: { scheme: 'github', secrets: ['a-long-secret-k3f9'] } });
    expect((await run('set', [token, file, '--merge'])).notes).toHaveLength(2);
    expect(await stored()).toMatchObject({ verify: { secrets: [{ hint: expect.any(String) }] } });
    const secret = fileWith('{"verify": {"scheme": "github", "secrets": ["another-one-k3f9"]}}');
    expect((await run('set', [token, secret, '--merge'])).notes).toEqual([
      'The settings are changed:',
      expect.stringMatching(/^ {2}~ verify.secrets.*: a new value, which is not shown$/),
    ]);
    expect((await run('set', [token, file])).notes).toEqual([
      'The settings are changed:',
      '  - verify.scheme: "github"',
      '  - verify.secrets[0]: a value that is not shown',
    ]);
    expect((await run('set', [token, secret, '--merge'])).notes).toEqual([
      'The settings are changed:',
      '  + verify.scheme: "github"',
      '  + verify.secrets[0]: a value that is not shown',
    ]);
  });

  test.each([
    ['replies: [{ status: 99 }]', /: replies\[0\]\.status: /],
    ['replies: [', /: line 1, column \d+: /],
    ['{"replies": [], "replies": []}', /: line 1, column \d+: Map keys must be unique/],
    ['repliez: []', /: repliez: /],
  ])('names the place of a fault before anything is sent: %s', async (text, sentence) => {
    await store(settings);
    const file = fileWith(text);
    await expect(run('set', [token, file])).rejects.toThrow(sentence);
    await expect(run('set', [token, file])).rejects.toThrow(file);
    expect(await stored()).toEqual(settings);
  });

  test.each([
    [['get'], 'TOKEN is missing'],
    [['set', 'abc'], 'FILE is missing'],
    [['get', 'abc', 'file'], 'Unexpected "file"'],
    [['get', 'abc', '--merge'], 'Only set takes --merge'],
    [['put', 'abc'], 'TASK must be one of get, set, edit'],
  ])('%j cannot be understood', async (words, sentence) => {
    const outcome = run(words[0] ?? '', words.slice(1));
    await expect(outcome).rejects.toMatchObject({ name: 'UsageError', message: sentence });
  });

  test('an endpoint that is not there is named', async () => {
    const unknown = 'x'.repeat(26);
    await expect(run('get', [unknown])).rejects.toThrow(`No endpoint has the token ${unknown}`);
  });
});

describe('endpoints settings edit', () => {
  /** An editor that does this with the file "$1". */
  function editor(script: string): Record<string, string> {
    const file = join(temporary, `editor ${crypto.randomUUID()}`);
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
    const folder = mkdtempSync(join(temporary, 'files-'));
    return { VISUAL: `"${file}"`, TMPDIR: folder };
  }

  /** Runs a command whose temporary files are in that folder. */
  async function edit(more: Record<string, string>) {
    const before = process.env.TMPDIR;
    process.env.TMPDIR = more.TMPDIR;
    try {
      return await run('edit', [token], more);
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
  }

  test('puts back what the editor leaves, from a file that only the user can read', async () => {
    await store(settings);
    const more = editor(
      'stat -c %a "$1" > "$1.mode"; cp "$1.mode" "$(dirname "$0")/mode"; sed -i s/202/201/ "$1"',
    );
    expect((await edit(more)).notes).toEqual(['The settings are changed']);
    expect(await stored()).toEqual({ ...settings, replies: [{ status: 201, body: 'taken' }] });
    expect(readFileSync(join(temporary, 'mode'), 'utf8')).toBe('600\n');
    expect(readdirSync(more.TMPDIR ?? '')).toEqual([]);
  });

  test('shows hints of secrets, and keeps those that are left', async () => {
    const verify = (...secrets: unknown[]) => ({ verify: { scheme: 'github', secrets } });
    await store(verify('first-secret-k3f9', 'short'));
    const script = 'cp "$1" "$(dirname "$0")/shown"; sed -i s/github/stripe/ "$1"';
    await edit(editor(script));
    expect(JSON.parse(readFileSync(join(temporary, 'shown'), 'utf8'))).toEqual(
      verify({ hint: '…k3f9' }, { hint: '…' }),
    );
    const row = await server.store.db
      .selectFrom('endpoint')
      .innerJoin('endpoint_settings', 'endpoint_settings.endpoint_id', 'endpoint.id')
      .select(['id', 'secrets', 'document'])
      .where('token', '=', token)
      .executeTakeFirstOrThrow();
    expect(row.document).toContain('stripe');
    expect(await server.secrets.open(row.id, row.secrets ?? '')).toEqual({
      secrets: ['first-secret-k3f9', 'short'],
      former: [],
    });
    const more = editor('sed -i s/k3f9/0000/ "$1"');
    await expect(edit(more)).rejects.toThrow('verify.secrets[0]: there is no kept secret');
  });

  test.each(['true', 'echo >> "$1"'])('says so if nothing was changed: %s', async (script) => {
    await store(settings);
    expect((await edit(editor(script))).notes).toEqual(['Nothing was changed']);
    expect(await stored()).toEqual(settings);
  });

  test('keeps a text that is refused', async () => {
    await store(settings);
    const more = editor('sed -i s/202/99/ "$1"');
    const failure = await edit(more).catch((error: Error) => error.message);
    expect(failure).toMatch(/^settings\.json: replies\[0\]\.status: .* Your text is kept in \//);
    const file = String(failure).replace(/^.* is kept in /, '');
    expect(readFileSync(file, 'utf8')).toContain('99');
    expect(await stored()).toEqual(settings);
  });

  test.runIf(hasPseudoTerminal)('offers a refused text again on a terminal', async () => {
    await store(settings);
    const script = `if grep -q 99 "$1"; then sed -i s/99/204/ "$1"; else sed -i s/202/99/ "$1"; fi`;
    const words = ['endpoints', 'settings', 'edit', token];
    const question = 'Edit again? [Y/n] ';
    const editing = async (typed: string) => {
      Object.assign(workplace.environment, editor(script));
      return await onTerminal(workplace, words, [[question, typed]]);
    };
    const interrupted = '\u0003';
    const again = await editing('\r');
    expect(again.shown).toContain('settings.json: replies[0].status: ');
    expect(again).toMatchObject({ code: 0, shown: expect.stringContaining('are changed') });
    expect(await stored()).toMatchObject({ replies: [{ status: 204 }] });
    for (const typed of ['n\r', interrupted]) {
      await store(settings);
      const { code, shown } = await editing(typed);
      expect(code).toBe(typed === interrupted ? 130 : 1);
      const [, file = ''] = /Your text is kept in (\S+)/.exec(shown) ?? [];
      expect(readFileSync(file, 'utf8')).toContain('99');
    }
    expect(await stored()).toEqual(settings);
  });

  test('overwrites no change that came meanwhile', async () => {
    await store(settings);
    const { HOOKWELL_API_KEY: key } = workplace.environment;
    const put = `fetch('${server.url}/api/endpoints/${token}/settings', { method: 'PUT', body: '{"delivery":"one"}', headers: { authorization: 'Bearer ${key}', 'content-type': 'application/json' } })`;
    const more = editor(`"${process.execPath}" -e "${put.replaceAll('"', '\\"')}"
      sed -i s/202/201/ "$1"`);
    await expect(edit(more)).rejects.toThrow('The settings were changed elsewhere meanwhile');
    expect(await stored()).toEqual({ delivery: 'one' });
  });

  test('changes nothing if the editor fails', async () => {
    await store(settings);
    const more = editor('sed -i s/202/201/ "$1"; exit 1');
    await expect(edit(more)).rejects.toThrow('The editor failed');
    expect(await stored()).toEqual(settings);
    expect(readdirSync(more.TMPDIR ?? '')).toEqual([]);
  });
});
