import { afterAll, describe, expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { freePort } from '../../../server/test/postgres/free-port.ts';
import { exchangeRaw } from '../../../server/test/raw-http.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { startTarget } from '../forwarding/target-server.ts';
import { startAssistant } from './assistant.ts';

const server = forFile(await startServer());
const workplace = forFile(await KeyWorkplace.on(server));
// This runs after the end of the assistant.
afterAll(() => {
  expect(assistant.errors(), 'nothing but the protocol').toBe('');
});
const assistant = forFile(await startAssistant(workplace));

function post(token: string, body: string) {
  return send(server, token, { method: 'POST', body });
}

describe('a replay', () => {
  test('sends the exact request to this machine and shows the answer', async () => {
    await using target = await startTarget((_arrival, response) => {
      response.writeHead(418).end('a teapot');
    });
    const token = await workplace.visitor.endpoint();
    const head = `PUT /wh/${token}/a%20b?c HTTP/1.1\r\nHost: h\r\nodd: 1\r\nOdd: 2\r\nConnection: close\r\nContent-Length: 3\r\n\r\n`;
    await exchangeRaw(server.url, Buffer.concat([Buffer.from(head), Buffer.from([0, 255, 10])]));
    const { requests } = await assistant.use('list_requests');
    const url = `${target.url}/hook`;
    const { id } = requests[0];
    expect(await assistant.use('replay_request', { id, url })).toEqual({
      id,
      sentTo: `${url}/a%20b?c`,
      status: 418,
      milliseconds: expect.any(Number),
      answer: 'a teapot',
    });
    await post(token, '{}');
    const newest = { match: '-method:POST', url };
    expect(await assistant.use('replay_request', newest)).toMatchObject({ id, status: 418 });
    const [arrival] = target.arrivals;
    expect(arrival).toMatchObject({ method: 'PUT', target: '/hook/a%20b?c' });
    expect(arrival?.headers).toContainEqual(['odd', '1']);
    expect(arrival?.headers).toContainEqual(['Odd', '2']);
    expect(arrival?.body).toEqual(Buffer.from([0, 255, 10]));
  });

  test.each([
    'http://hooks.example/',
    'http://192.168.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://0.0.0.0:8080/',
    'http://localhost.example/',
    'http://evil.localhost/',
    'http://127.0.0.1.example/',
    'http://[::ffff:10.0.0.1]/',
    'http://[fe80::1]/',
  ])('goes to no other host: %s', async (url) => {
    const { id } = await post(await workplace.visitor.endpoint(), '{}');
    expect(await assistant.fail('replay_request', { id, url })).toBe(
      `Nothing may be sent to ${new URL(url).host}: only this machine (localhost) is allowed, and what ` +
        '"hookwell mcp --allow-replay-to HOST" names',
    );
  });

  test('goes to hosts that were allowed', async () => {
    await using other = await startAssistant(workplace, [
      ...['--allow-replay-to', 'nobody.invalid', '--allow-replay-to', 'other.invalid:81'],
    ]);
    const { id } = await post(await workplace.visitor.endpoint(), '{}');
    const sentence = (url: string) => other.fail('replay_request', { id, url });
    const unknown = 'did not answer: there is no host of that name';
    expect(await sentence('http://nobody.invalid:9999/')).toContain(unknown);
    expect(await sentence('http://other.invalid:81/')).toContain(unknown);
    expect(await sentence('http://other.invalid:82/')).toContain('Nothing may be sent');
    expect(await sentence('http://third.invalid/')).toContain('Nothing may be sent');
  });

  test('may find no target', async () => {
    const { id } = await post(await workplace.visitor.endpoint(), '{}');
    const url = `http://localhost:${await freePort()}/`;
    expect(await assistant.fail('replay_request', { id, url })).toBe(
      `${url} did not answer: connection refused`,
    );
  });
});
