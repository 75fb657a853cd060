import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import type { CopiedRequest } from '../../src/copying/copied-request.ts';
import { asPython } from '../../src/copying/python.ts';
import { copied, nastyBodies, portable, receivingServer } from './sent-request.ts';

const hasRequests = spawnSync('python3', ['-c', 'import requests']).status === 0;

const url = 'https://hooks.example.org/wh/abc';

test('a short request is a short program', () => {
  const headers = [
    ['User-Agent', 'shop/2.1'],
    ['Accept-Encoding', 'gzip'],
    ['Content-Type', 'application/json'],
  ] as const;
  const body = new TextEncoder().encode('{"order":"it\'s"}');
  expect(asPython({ method: 'POST', url: `${url}?a=1`, headers, body })).toBe(
    [
      'import requests',
      '',
      'session = requests.Session()',
      '# Without this, requests adds headers of its own.',
      'session.headers.clear()',
      'response = session.request(',
      "    'POST',",
      `    '${url}?a=1',`,
      '    headers={',
      "        'User-Agent': 'shop/2.1',",
      "        'Accept-Encoding': 'gzip',",
      "        'Content-Type': 'application/json',",
      '    },',
      `    data='{"order":"it\\'s"}'.encode(),`,
      '    allow_redirects=False,',
      ')',
      'print(response.status_code, response.text)',
    ].join('\n'),
  );
});

test('the limits of requests are named', () => {
  const headers = [
    ['Twice', 'one'],
    ['twice', 'two'],
  ] as const;
  const program = asPython({ method: 'get', url, headers, body: new Uint8Array() });
  expect(program).toContain("# requests sends 'Twice' once, with its values joined by commas.");
  expect(program).toContain("'Twice': 'one, two',");
  expect(program).toContain('# requests sends the method as GET.');
  const isNamed = (suffix: string) =>
    asPython(copied('http://h', { url: url + suffix })).includes('# requests writes this address');
  for (const other of ['/a/../b', '/.', '/%7e', '/%2f', '/%zz', '/100%', '?a[0]=1', '?', '/x#y'])
    expect(isNamed(other), other).toBe(true);
  for (const same of ['', '/a.b/..c', '?q=a+b&c=%20%C3%A9', "/it's!(x)*", '/caf\xe9'])
    expect(isNamed(same), same).toBe(false);
});

test.skipIf(!hasRequests)(
  'the program sends bodies, headers and their order as they were',
  async () => {
    const odd: CopiedRequest['headers'] = [
      ['B-first', "it's \\ gr\xfc\xdfe \x85"],
      ['USER-agent', 'shop/1.0'],
      ['Accept', '*/*'],
      ['Empty', ''],
      ['A-last', 'x'],
    ];
    const changes: Partial<CopiedRequest>[] = [
      ...Object.values(nastyBodies).map((body) => ({ body })),
      ...['GET', 'PUT', 'DELETE', 'HEAD', 'PROPFIND'].map((method) => ({ method })),
      { headers: odd, body: Buffer.from('x') },
      { headers: [] },
    ];
    const server = await receivingServer();
    const requests = changes.map((change) => copied(server.origin, change));
    const folder = await mkdtemp(join(tmpdir(), 'python-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const program = join(folder, 'send.py');
    await writeFile(program, requests.map((request) => asPython(request)).join('\n'));
    await promisify(execFile)('python3', [program], {
      env: { ...process.env, no_proxy: '*', PYTHONIOENCODING: 'utf-8' },
    });
    expect(server.sent).toHaveLength(requests.length);
    for (const [index, { method, headers, body }] of requests.entries()) {
      const sent = server.sent[index];
      expect(sent?.method).toBe(method);
      expect(portable(sent?.headers ?? [])).toEqual(headers);
      expect(Buffer.compare(sent?.body ?? Buffer.alloc(0), body)).toBe(0);
    }
  },
);
