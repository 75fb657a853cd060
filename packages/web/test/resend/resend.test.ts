import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { visitAsGuest } from '../../../client/test/visitor-client.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { readAnswer, shownBodyBytes } from '../../src/resend/answer.ts';
import { idIn, loadCaptured, partsOf } from '../../src/resend/captured.ts';
import { resend } from '../../src/resend/resend.ts';

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

test('a captured request arrives again with its method, headers and bytes', async () => {
  await using target = await startTarget(202, 'thanks');
  const client = await visitAsGuest(server);
  const { token } = await client.endpoints.create();
  const { id } = await send(server, token, {
    method: 'PATCH',
    path: '/orders/1?page=2',
    headers: { 'Content-Type': 'application/json', 'Shop-Signature': 't=1', 'X-Trace': 'dropped' },
    body: '{"id":820982911946154508}',
  });

  const captured = await loadCaptured(client, id);
  expect(captured).toMatchObject({
    token,
    method: 'PATCH',
    suffix: '/orders/1?page=2',
    droppedHeaders: 1,
  });
  const { signal } = new AbortController();
  const resending = await resend(captured, `${target.url}/hook`, signal);
  expect(resending).toMatchObject({ kind: 'answered', answer: { status: 202, text: 'thanks' } });
  expect(target.seen).toMatchObject([
    {
      method: 'PATCH',
      url: '/hook',
      headers: { 'content-type': 'application/json', 'shop-signature': 't=1' },
      body: '{"id":820982911946154508}',
    },
  ]);
});

test('somebody else’s request is not there', async () => {
  const owner = await visitAsGuest(server);
  const { token } = await owner.endpoints.create();
  const { id } = await send(server, token);
  await expect(loadCaptured(await visitAsGuest(server), id)).rejects.toMatchObject({ status: 404 });
});

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

test('a target is cut after its token', () => {
  const token = 'k3v9x0q2m7c5t1b8z4w6n0d2fa';
  expect(partsOf(`/wh/${token}`)).toEqual({ token, suffix: '' });
  expect(partsOf(`/wh/${token}?a=/b`)).toEqual({ token, suffix: '?a=/b' });
  expect(partsOf(`/wh/${token}/any/sub%20path?x`)).toEqual({ token, suffix: '/any/sub%20path?x' });
  // A target in absolute form (RFC 9112, section 3.2.2) must not become a part of another address.
  expect(partsOf(`http://example.com/wh/${token}/any?x`)).toEqual({ token: '', suffix: '' });
});

test('the id comes from the query', () => {
  expect(idIn('?id=42')).toBe(42);
  for (const search of ['', '?id=', '?id=-1', '?id=1e3', '?id=0', `?id=${'9'.repeat(16)}`]) {
    expect(idIn(search)).toBeUndefined();
  }
});
