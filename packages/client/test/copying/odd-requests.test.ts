import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startRawTarget } from '../../../cli/test/forwarding/raw-target.ts';
import { keepingIn, requestLineOf } from '../../../cli/test/forwarding/written-requests.ts';
import { oddMethods, oddSuffix } from '../../../server/test/odd-requests.ts';
import { asCurl, asFetch, asHttpText } from '../../src/copying/index.ts';
import { copied, receivingServer } from './sent-request.ts';

const run = promisify(execFile);
/** Each takes a shell. */
const fewMethods = oddMethods.filter((method) => /^(get|head|-X|__proto__|!.*)$/.test(method));
// It has no name of its own.
const AsyncFunction: FunctionConstructor = Object.getPrototypeOf(async () => {}).constructor;

test('curl sends methods and targets byte for byte', async () => {
  const requests: string[] = [];
  await using target = await startRawTarget(keepingIn(requests));
  const { url } = copied(target.url.origin);
  for (const method of fewMethods) {
    const request = copied(target.url.origin, { method, url: url + oddSuffix });
    await run('bash', ['-c', asCurl(request).replace('curl ', 'curl --silent --show-error ')], {
      env: { ...process.env, http_proxy: '', HOME: '/nonexistent', LC_ALL: 'C.UTF-8' },
    });
  }
  const path = new URL(url).pathname;
  expect(requests.map(requestLineOf)).toEqual(
    fewMethods.map((method) => `${method} ${path}${oddSuffix}`),
  );
});

test('a copied fetch says what it sends otherwise', async () => {
  const server = await receivingServer();
  const request = copied(server.origin, { method: 'get', body: Buffer.from('x') });
  request.url += '/caf\xc3\xa9/\xff';
  const source = asFetch(request);
  expect(source.match(/^\/\/.*/gm)).toEqual([
    '// fetch sends no bytes past ASCII in an address: these are percent-encoded.',
    '// fetch sends get as GET.',
    '// fetch sends no body with GET.',
  ]);
  await new AsyncFunction(source)();
  const { pathname } = new URL(copied(server.origin).url);
  expect(server.sent).toMatchObject([{ method: 'GET', target: `${pathname}/caf%C3%A9/%FF` }]);
  expect(asFetch(copied(server.origin, { method: 'connect' }))).toContain(
    '// fetch refuses the method connect.',
  );
  expect(asFetch(copied(server.origin, { method: 'patch' }))).toContain("method: 'patch',");
});

test('HTTP text has the bytes of a head in UTF-8 once it is written in UTF-8', () => {
  const request = copied('http://h', {
    ...{ method: 'M-SEARCH', url: 'http://h/caf\xc3\xa9?\xff', body: new Uint8Array() },
    headers: [['Note', 'caf\xc3\xa9']],
  });
  expect(asHttpText(request)).toBe('M-SEARCH /café?ÿ HTTP/1.1\r\nNote: café\r\n\r\n');
});
