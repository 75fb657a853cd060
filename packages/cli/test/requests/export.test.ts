import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { listen } from '../answering-server.ts';
import { CommandHere } from '../forwarding/running-command.ts';
import { type LoggedIn, loggedInGuest } from '../logged-in.ts';

const server = forFile(await startServer());

/** Endpoints with a request of every kind; gives their ids, newest first. */
async function fill({ visitor }: LoggedIn): Promise<{ token: string; ids: number[] }> {
  const token = await visitor.endpoint();
  const json = { 'content-type': 'application/json' };
  const all = [
    { method: 'GET', path: '/none?a=1&a=2&b=%20+x&c', headers: { Cookie: 'a=1; b=x=y' } },
    { method: 'POST', headers: json, body: '{"big":820982911946154508}' },
    { method: 'PUT', body: Buffer.from([0xff, 0, 0x1b]) },
    {
      method: 'POST',
      headers: { ...json, 'content-encoding': 'gzip' },
      body: gzipSync('{"zipped":true}'),
    },
    {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain; charset=latin1' },
      body: Buffer.from([0xe9]),
    },
  ];
  const ids: number[] = [];
  for (const init of all) ids.unshift((await send(server, token, init)).id);
  return { token, ids };
}

/** The last line: in a long export, lines before it tell the progress. */
const exportedFive = expect.stringMatching(/(^|\n)Exported 5 requests\n$/);

/** The part of an entry that these tests read. */
interface Entry {
  request: {
    headers: { name: string; value: string }[];
    postData?: { text: string; _base64?: string };
  };
  _hookwell: { id: number };
}

describe('hookwell requests export --format har', () => {
  test('writes an archive of every request as it was sent', async () => {
    const place = await loggedInGuest(server);
    const { token, ids } = await fill(place);
    const { workplace } = place;
    const { code, out, error } = await workplace.run(['requests', 'export', '--format', 'har']);
    expect({ code, error }).toEqual({ code: 0, error: exportedFive });
    const { log }: { log: { entries: Entry[] } } = JSON.parse(out);
    expect(log).toMatchObject({
      version: '1.2',
      creator: { name: 'Hookwell' },
    });
    expect(log.entries.map((entry) => entry._hookwell.id)).toEqual(ids);
    for (const entry of log.entries) expectEntryOfHar12(entry);
    const [latin1, zipped, binary, json, get] = log.entries.map((entry) => entry.request);
    expect(get).toMatchObject({
      method: 'GET',
      url: `${server.url}/wh/${token}/none?a=1&a=2&b=%20+x&c`,
      queryString: [
        { name: 'a', value: '1' },
        { name: 'a', value: '2' },
        { name: 'b', value: '  x' },
        { name: 'c', value: '' },
      ],
      cookies: [
        { name: 'a', value: '1' },
        { name: 'b', value: 'x=y' },
      ],
      bodySize: 0,
    });
    expect(get).not.toHaveProperty('postData');
    expect(json?.postData).toEqual({
      mimeType: 'application/json',
      text: '{"big":820982911946154508}',
    });
    expect(binary?.postData?._base64).toBe('/wAb');
    expect(zipped?.postData?.text).toBe('{"zipped":true}');
    expect(Buffer.from(zipped?.postData?._base64 ?? '', 'base64')).toEqual(
      gzipSync('{"zipped":true}'),
    );
    expect(latin1?.postData).toMatchObject({ text: 'é', _base64: '6Q==' });
    const names = json?.headers.map(({ name }) => name.toLowerCase());
    expect(names).toContain('content-type');
  });

  test('of nothing is an empty archive', async () => {
    const place = await loggedInGuest(server);
    const out = await place.workplace.output(['requests', 'export', '--format', 'har']);
    expect(JSON.parse(out).log.entries).toEqual([]);
  });
});

describe('hookwell requests export --format jsonl', () => {
  test('writes the lines that the list prints, of the selection', async () => {
    const place = await loggedInGuest(server);
    const { token, ids } = await fill(place);
    const { workplace } = place;
    const of = async (...words: string[]) =>
      await workplace.output(['requests', 'export', '--format', 'jsonl', ...words]);
    const all = await of(token);
    expect(all).toBe(await workplace.output(['requests', 'list', '--json', '--all']));
    expect(all.split('\n').map((line) => JSON.parse(line).id)).toEqual(ids);
    const some = await of('--after', String(ids[3]), '--before', String(ids[0]));
    expect(some.split('\n').map((line) => JSON.parse(line).id)).toEqual(ids.slice(1, 3));
  });
});

describe('the exported file', () => {
  const exporting = ['requests', 'export', '--format', 'jsonl', '--output'];

  test('is replaced whole; a link to it stays a link', async () => {
    const place = await loggedInGuest(server);
    await fill(place);
    const { workplace } = place;
    const file = join(workplace.folder, 'out.jsonl');
    const link = join(workplace.folder, 'link.jsonl');
    writeFileSync(file, 'old', { mode: 0o600 });
    symlinkSync(file, link);
    expect(await workplace.run([...exporting, link])).toEqual({
      code: 0,
      out: '',
      error: exportedFive,
    });
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(6);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(workplace.folder).filter((name) => name.includes('jsonl'))).toEqual([
      'link.jsonl',
      'out.jsonl',
    ]);
  });

  test('stays as it was if the export fails in the midst', async () => {
    const place = await loggedInGuest(server);
    await fill(place);
    const { workplace } = place;
    let calls = 0;
    // A service that goes away after its first page.
    const dying = await listen(async (request, response) => {
      calls += 1;
      if (calls > 1) return void response.socket?.destroy();
      const answer = await fetch(`${server.url}${request.url}`, {
        headers: { cookie: request.headers.cookie ?? '' },
      });
      response.writeHead(200, { 'content-type': 'application/json' }).end(await answer.text());
    });
    const { cookie = '' } = workplace.storedLogins().credentials[server.url] ?? {};
    const logins = { address: dying, credentials: { [dying]: { cookie } } };
    writeFileSync(workplace.credentialsFile, JSON.stringify(logins));
    const file = join(workplace.folder, 'out.jsonl');
    writeFileSync(file, 'old');
    const outcome = await workplace.run([...exporting, file]);
    expect(outcome).toMatchObject({ code: 1, out: '' });
    expect(outcome.error).toMatch(
      /^hookwell: http:\S+ closed the connection without an answer.*\n$/,
    );
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect(readdirSync(workplace.folder).filter((name) => name.includes('.part'))).toEqual([]);
  });

  test('leaves nothing behind after Ctrl-C', async () => {
    const { workplace } = await loggedInGuest(server);
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const silent = await listen(() => resolve());
    const { cookie = '' } = workplace.storedLogins().credentials[server.url] ?? {};
    const logins = { address: silent, credentials: { [silent]: { cookie } } };
    writeFileSync(workplace.credentialsFile, JSON.stringify(logins));
    const words = [...exporting, join(workplace.folder, 'out.jsonl')];
    await using command = new CommandHere(workplace, words);
    await asked;
    expect(await command.interrupt()).toBe(130);
    expect([command.lines, command.errors]).toEqual([[], '']);
    expect(readdirSync(workplace.folder).sort()).toEqual(['.config']);
  });

  test('may be a device, and is refused if it cannot be written', async () => {
    const place = await loggedInGuest(server);
    await fill(place);
    const { workplace } = place;
    expect((await workplace.run([...exporting, '/dev/null'])).code).toBe(0);
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
    mkdirSync(join(workplace.folder, 'folder'));
    const below = (name: string) => join(workplace.folder, name);
    for (const name of [below('folder'), below('missing/out.jsonl'), '/dev/full']) {
      const outcome = await workplace.run([...exporting, name]);
      expect(outcome).toMatchObject({ code: 1, out: '' });
      expect(outcome.error).toMatch(new RegExp(`^hookwell: Cannot write ${name}: .*\\n$`));
    }
  });
});

/** The fields that HAR 1.2 requires of every entry, each of the right kind. */
function expectEntryOfHar12(entry: unknown): void {
  const number = expect.any(Number);
  const text = expect.any(String);
  const list = expect.any(Array);
  expect(entry).toMatchObject({
    startedDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    time: number,
    request: {
      method: text,
      url: expect.stringMatching(/^http:/),
      httpVersion: text,
      cookies: list,
      headers: list,
      queryString: list,
      headersSize: number,
      bodySize: number,
    },
    response: {
      status: number,
      statusText: text,
      httpVersion: text,
      cookies: list,
      headers: list,
      content: { size: number, mimeType: text },
      redirectURL: text,
      headersSize: number,
      bodySize: number,
    },
    cache: {},
    timings: { send: number, wait: number, receive: number },
  });
}
