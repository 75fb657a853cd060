import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { loggedInGuest } from '../logged-in.ts';

const server = forFile(await startServer());

describe('hookwell requests show', () => {
  test('makes a request readable: target and headers as sent, JSON indented', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const token = await visitor.endpoint();
    const { id } = await send(server, token, {
      method: 'PATCH',
      path: '/a%20b?q=1&q=2',
      headers: { 'Content-Type': 'application/json', 'X-Secret': 'hidden' },
      body: '{"big":820982911946154508,"text":"\u001b]0;\u202e"}',
    });
    const shown = await workplace.output(['requests', 'show', String(id)]);
    expect(shown).toMatch(`PATCH /wh/${token}/a%20b?q=1&q=2\nRequest ${id}, from 127.0.0.1, 2`);
    expect(shown).toMatch(/\ncontent-type: application\/json\n/i);
    expect(shown).toContain(
      '(One header beginning with X- was dropped: "xHeaders": "keep" in the settings of the endpoint keeps all but secrets from now on)',
    );
    expect(shown).not.toContain('hidden');
    expect(shown).toContain('\n\n{"big":820982911946154508,"text":"␛]0;\\u{202e}"}');
  });

  test('says that a body begins with a byte order mark, which nobody sees', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const { id } = await send(server, await visitor.endpoint(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '\ufeff{"a":1}',
    });
    const shown = await workplace.output(['requests', 'show', String(id)]);
    expect(shown).toContain('\n\n(The body begins with a byte order mark)\n{');
  });

  test.each(['utf-16le', 'utf-16be'])('reads %s by its byte order mark', async (charset) => {
    const { workplace, visitor } = await loggedInGuest(server);
    const body = Buffer.from('\ufeffGrüße', 'utf16le');
    const { id } = await send(server, await visitor.endpoint(), {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: charset === 'utf-16le' ? body : body.swap16(),
    });
    const shown = await workplace.output(['requests', 'show', String(id)]);
    expect(shown).toMatch(/\n\(The body begins with a byte order mark\)\nGrüße$/);
    const json = Buffer.from('\ufeff{"name":"Grüße"}', 'utf16le');
    const { id: ofJson } = await send(server, await visitor.endpoint(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: charset === 'utf-16le' ? json : json.swap16(),
    });
    expect(await workplace.output(['requests', 'show', String(ofJson)])).toContain(
      '\n(The body begins with a byte order mark)\n{\n  "name": "Grüße"\n}',
    );
  });

  test('indents JSON', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const { id } = await send(server, await visitor.endpoint(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"big":820982911946154508,"list":[]}',
    });
    const shown = await workplace.output(['requests', 'show', String(id)]);
    expect(shown).toContain('\n\n{\n  "big": 820982911946154508,\n  "list": []\n}');
  });

  test('--body writes the exact bytes; elsewhere they are only counted', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const body = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const { id } = await send(server, await visitor.endpoint(), { method: 'POST', body });
    const child = workplace.spawn(['requests', 'show', String(id), '--body']);
    if (child.stdout === null) throw new Error('no pipe');
    expect((await buffer(child.stdout)).equals(body)).toBe(true);
    expect(await workplace.output(['requests', 'show', String(id)])).toContain(
      '(256 B that are not text: --body writes them)',
    );
  });

  test('--curl sends the same request again', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const token = await visitor.endpoint();
    const { id } = await send(server, token, {
      method: 'PUT',
      path: "/it's?a=[1]&b=%20",
      headers: { 'Content-Type': 'text/plain', 'User-Agent': '$(id) `x`', Odd: 'a  "b"' },
      body: "it's\n$HOME !! \u001b \u00e9",
    });
    const command = await workplace.output(['requests', 'show', String(id), '--curl']);
    expect(command).not.toContain('\u001b');
    const bash = spawn('bash', ['-c', command], {
      stdio: 'ignore',
      env: { PATH: process.env.PATH },
    });
    expect(await once(bash, 'close')).toEqual([0, null]);
    const [again, first] = await visitor.ask(200, 'GET', `/api/requests/endpoint/${token}`);
    expect(first.id).toBe(id);
    const ofConnection = { host: '', connection: '', 'content-length': '' };
    expect({ ...again, headers: { ...again.headers, ...ofConnection } }).toEqual({
      ...first,
      id: again.id,
      receivedAt: again.receivedAt,
      headers: { ...first.headers, ...ofConnection },
    });
  });

  test('--json is one line with every digit', async () => {
    const { workplace, visitor } = await loggedInGuest(server);
    const { id } = await send(server, await visitor.endpoint(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"n":\n1234567890123456789012345678901234567890}',
    });
    const line = await workplace.output(['requests', 'show', String(id), '--json']);
    expect(line).toContain('"json":{"n":1234567890123456789012345678901234567890}');
    expect(line).toContain('"body":"{\\"n\\":\\n1234567890123456789012345678901234567890}"');
  });

  test('is refused for an unknown id, and for two ways at once', async () => {
    const { workplace } = await loggedInGuest(server);
    for (const words of [[], ['--json'], ['--body'], ['--curl']]) {
      expect(await workplace.run(['requests', 'show', '7', ...words])).toEqual({
        code: 1,
        out: '',
        error: 'hookwell: No captured request has the id 7\n',
      });
    }
    for (const words of [['7', '--json', '--curl'], ['seven'], ['0'], []]) {
      expect((await workplace.run(['requests', 'show', ...words])).code).toBe(2);
    }
  });
});
