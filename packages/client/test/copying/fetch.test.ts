import { describe, expect, test } from 'vitest';
import type { CopiedRequest } from '../../src/copying/copied-request.ts';
import { asFetch } from '../../src/copying/fetch.ts';
import { copied, nastyBodies, receivingServer, type SentRequest } from './sent-request.ts';

describe('a request copied as fetch and run', () => {
  test.for(Object.entries(nastyBodies))('reproduces the body: %s', async ([, body]) => {
    const { sent } = await runFetch({ body });
    expect(Buffer.compare(sent.body, body)).toBe(0);
  });

  test.for(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'QUERY'])(
    'reproduces the method %s',
    async (method) => {
      expect((await runFetch({ method })).sent.method).toBe(method);
    },
  );

  test('sends the headers, and no Content-Type that was not there', async () => {
    const body = Buffer.from('x');
    const headers: CopiedRequest['headers'] = [
      ['User-Agent', "it's/1.0"],
      ['Accept', 'text/*'],
      ['Twice', 'one'],
      ['Twice', 'gr\xfc\xdfe'],
      ['Empty', ''],
      ['Expect', '100-continue'],
      ['Host', 'elsewhere.example'],
    ];
    const { sent } = await runFetch({ headers, body });
    const received = Object.fromEntries(
      sent.headers.map(([name, value]) => [name.toLowerCase(), value]),
    );
    expect(received).toMatchObject({
      'user-agent': "it's/1.0",
      accept: 'text/*',
      twice: 'one, gr\xfc\xdfe',
      empty: '',
    });
    expect(received).not.toHaveProperty('content-type');
    expect(received).not.toHaveProperty('expect');
  });

  test('names the limits of fetch', async () => {
    const { source, sent } = await runFetch({ method: 'GET', body: Buffer.from('x') }, '/a/../b');
    expect(source).toContain('// fetch sends no body with GET.');
    expect(source).toContain('// fetch normalises this address');
    expect(sent.body).toHaveLength(0);
  });

  test('writes hidden characters and lone surrogates as escapes', () => {
    const source = asFetch(
      copied('http://localhost', { method: '\ud800', body: Buffer.from('\u202e') }),
    );
    expect(source).toContain("'\\ud800'");
    expect(source).toContain("'\\u202e'");
  });
});

async function runFetch(
  changes: Partial<CopiedRequest>,
  suffix = '',
): Promise<{ sent: SentRequest; source: string }> {
  const server = await receivingServer();
  const request = copied(server.origin, changes);
  request.url += suffix;
  const source = asFetch(request);
  const run = new Function(
    `return (async () => { const answer = ${source.replace(/^\/\/.*$/gm, '')}; await answer.text(); })()`,
  );
  await run();
  const [sent] = server.sent;
  if (sent === undefined) throw new Error('Nothing was sent');
  return { sent, source };
}
