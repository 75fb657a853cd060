import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { visitAsGuest } from '../../../client/test/visitor-client.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { loadCaptured } from '../../src/resend/captured.ts';
import { readAnswer, resend, shownBodyBytes } from '../../src/resend/resend.ts';

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
