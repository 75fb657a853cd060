import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { startRawTarget } from '../../../cli/test/forwarding/raw-target.ts';
import { keepingIn, requestLineOf } from '../../../cli/test/forwarding/written-requests.ts';
import { visitAsGuest } from '../../../client/test/visitor-client.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import {
  type Captured,
  draftOf,
  editedRequest,
  isEdited,
  loadCaptured,
} from '../../src/resend/captured.ts';
import {
  isMixedContent,
  readAnswer,
  resend,
  shownBodyBytes,
  targetAddress,
} from '../../src/resend/resend.ts';

const server = forFile(await startServer());

interface Target extends AsyncDisposable {
  url: string;
  seen: { method: string; url: string; headers: NodeJS.Dict<string | string[]>; body: string }[];
}

/** The target of requests that are sent again. It answers as it is told, and keeps the requests. */
async function startTarget(status: number, answer: string): Promise<Target> {
  const seen: Target['seen'] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, headers, body: await text(request) });
    response.writeHead(status, { 'x-answered-by': 'target' }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('a stopped request is shown as stopped', async () => {
  await using target = await startTarget(200, '');
  const client = await visitAsGuest(server);
  const { token } = await client.endpoints.create();
  const { id } = await send(server, token);
  const controller = new AbortController();
  controller.abort();
  const resending = await resend(await loadCaptured(client, id), target.url, controller.signal);
  expect(resending).toEqual({ kind: 'stopped' });
});

test('only the beginning of a long answer is read, and no character is cut in two', async () => {
  const whole = `${'x'.repeat(shownBodyBytes - 1)}€ and more`;
  const answer = await readAnswer(new Response(whole, { status: 500 }), 12);
  expect(answer).toMatchObject({ status: 500, isCut: true, milliseconds: 12 });
  expect(answer.text).toBe('x'.repeat(shownBodyBytes - 1));
  const exact = await readAnswer(new Response('x'.repeat(shownBodyBytes)), 12);
  expect(exact).toMatchObject({ isCut: false, text: 'x'.repeat(shownBodyBytes) });
  expect(await readAnswer(new Response(null, { status: 204 }), 1)).toMatchObject({ text: '' });
});

describe('the captured path and query go after the typed address', () => {
  test.each([
    ['http://localhost:3000', '', 'http://localhost:3000/'],
    ['http://localhost:3000/hook', '', 'http://localhost:3000/hook'],
    ['http://localhost:3000/hook', '/orders?page=2', 'http://localhost:3000/hook/orders?page=2'],
    ['http://localhost:3000/hook/', '/orders', 'http://localhost:3000/hook/orders'],
    ['http://localhost:3000/hook', '/', 'http://localhost:3000/hook/'],
    ['http://localhost:3000/hook?dev=1', '?page=2', 'http://localhost:3000/hook?dev=1&page=2'],
    ['http://localhost:3000/hook#here', '?', 'http://localhost:3000/hook'],
    [' https://EXAMPLE.org/ü ', '/a/../b', 'https://example.org/%C3%BC/a/../b'],
    ['http://localhost:3000', '/a?b?c', 'http://localhost:3000/a?b?c'],
  ])('%s and %j', (typed, suffix, url) => {
    expect(targetAddress(typed, suffix)).toEqual({ kind: 'address', url });
  });

  test.each([
    ['localhost:3000', 'http://localhost:3000/'],
    ['localhost', 'http://localhost/'],
    ['3000', 'http://localhost:3000/'],
    [':3000/hook', 'http://localhost:3000/hook'],
    ['127.0.0.1:3000/hook', 'http://127.0.0.1:3000/hook'],
    ['[::1]:3000', 'http://[::1]:3000/'],
    ['printer.local', 'http://printer.local/'],
    ['hooks.example.org/a?b=1', 'https://hooks.example.org/a?b=1'],
  ])('%s needs no scheme', (typed, url) => {
    expect(targetAddress(typed, '')).toEqual({ kind: 'address', url });
  });

  test.each(['ftp://localhost', 'javascript:alert(1)', 'http://', 'https://a b/'])(
    '%s is not an address',
    (typed) => expect(targetAddress(typed, '')).toMatchObject({ kind: 'problem' }),
  );

  test('a name and password in it are refused, as by browsers', () => {
    expect(targetAddress('https://ada:secret@example.org/', '')).toMatchObject({ kind: 'problem' });
  });

  test.each(['/../admin', '/../../admin', '/%2e%2e/admin', '/..', '/a/../../hooks'])(
    'the captured path %s does not lead out of what was typed',
    (suffix) =>
      expect(targetAddress('http://localhost:3000/hook', suffix)).toMatchObject({
        kind: 'problem',
      }),
  );

  test('an empty text is not a mistake yet', () => {
    expect(targetAddress('  ', '/orders')).toEqual({ kind: 'empty' });
  });
});

test('a page on https sends to http on this machine alone', () => {
  for (const url of [
    'http://localhost:3000/',
    'http://127.0.0.1/',
    'http://[::1]:3000/',
    'https://example.org/',
  ]) {
    expect(isMixedContent(url, 'https:')).toBe(false);
  }
  expect(isMixedContent('http://192.168.0.10/', 'https:')).toBe(true);
  expect(isMixedContent('http://localhost.example.org/', 'https:')).toBe(true);
  expect(isMixedContent('http://192.168.0.10/', 'http:')).toBe(false);
});

const captured: Captured = {
  ...{ id: 7, token: 'k3v9x0q2m7c5t1b8z4w6n0d2fa', method: 'POST' },
  ...{ suffix: '/caf\xc3\xa9/\xff?n\xc3\xa4=1', headers: [], droppedHeaders: 0 },
  ...{ body: new Uint8Array(), receivedAt: '2026-03-01T12:00:00.000Z' },
};

test('path and query are edited as text, and keep their bytes if they are not', () => {
  const draft = draftOf(captured);
  expect(draft.suffix).toBe('/café/ÿ?nä=1');
  expect(isEdited(captured, draft)).toBe(false);
  expect(editedRequest(captured, draft).suffix).toBe(captured.suffix);
  const edited = editedRequest(captured, { ...draft, suffix: 'caf\u00e9?€' });
  expect(edited.suffix).toBe('/caf\xc3\xa9?\xe2\x82\xac');
});

test('bytes past ASCII are sent percent-encoded by browsers', async () => {
  const requests: string[] = [];
  await using target = await startRawTarget(keepingIn(requests));
  const address = targetAddress(`${target.url}hook`, captured.suffix);
  if (address.kind !== 'address') throw new Error('It is no address');
  expect(address.url).toBe(`${target.url}hook${captured.suffix}`);
  const { signal } = new AbortController();
  expect(await resend(captured, address.url, signal)).toMatchObject({ kind: 'answered' });
  expect(requests.map(requestLineOf)).toEqual(['POST /hook/caf%C3%A9/%FF?n%C3%A4=1']);
});
