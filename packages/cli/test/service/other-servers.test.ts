import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../../server/test/start-server.ts';
import { listen } from '../answering-server.ts';
import { selfSigned } from '../forwarding/self-signed.ts';
import { Workplace } from '../hookwell-process.ts';

describe('something else at the address', () => {
  const page = '<!doctype html><title>\u001b[31mhi</title>';

  test.for([200, 404])('a server with pages (%s) is told from a service', async (status) => {
    await using workplace = new Workplace();
    const url = await listen((_, response) => {
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    });
    for (const words of [
      ['login', '--guest'],
      ['whoami', '--key', 'wh-aaaaaaaa'],
    ]) {
      expect(await workplace.run([...words, '--url', url])).toEqual({
        code: 1,
        out: '',
        error: `hookwell: ${url} answers with a page: there is no Hookwell service at this address\n`,
      });
    }
  });

  test('another path of a service is told', async () => {
    await using server = await startServer();
    await using workplace = new Workplace();
    const words = ['requests', 'list', '--url', `${server.url}/api`, '--key', 'wh-aaaaaaaa'];
    expect(await workplace.run(words)).toMatchObject({
      code: 1,
      error: 'hookwell: Not found: is the address of the service right?\n',
    });
  });

  test('a server that answers anything else is told in one line', async () => {
    await using workplace = new Workplace();
    const url = await listen((_, response) => response.end('hello'));
    expect(await workplace.run(['whoami', '--url', url, '--key', 'wh-aaaaaaaa'])).toEqual({
      code: 1,
      out: '',
      error: 'hookwell: The answer is not JSON\n',
    });
  });

  test('its words cannot do anything to a terminal', async () => {
    await using workplace = new Workplace();
    const url = await listen((_, response) => {
      response.writeHead(400).end(JSON.stringify({ error: 'no\u001b]0;evil\u0007' }));
    });
    expect(await workplace.run(['whoami', '--url', url, '--key', 'wh-aaaaaaaa'])).toMatchObject({
      error: 'hookwell: no␛]0;evil␇\n',
    });
  });

  test('an unreachable service is told with its address', async () => {
    await using workplace = new Workplace();
    const url = await listen(() => {}, { closed: true });
    const outcome = await workplace.run(['whoami', '--url', url, '--key', 'wh-aaaaaaaa']);
    expect(outcome.code).toBe(1);
    expect(outcome.error).toBe(
      `hookwell: Nothing listens at ${url}: "hookwell serve" starts a service there, --url names another one\n`,
    );
  });

  test('https in the place of http, and http in the place of https, are told', async () => {
    await using workplace = new Workplace();
    const says = async (url: string) => {
      const { error } = await workplace.run(['login', '--guest', '--url', url]);
      return error.replace('hookwell: ', '');
    };
    const plain = (await listen((_, response) => response.end())).slice('http://'.length);
    expect(await says(`https://${plain}`)).toBe(
      `https://${plain} does not speak https: is the service at http://${plain}?\n`,
    );
    const secure = createServer(selfSigned, () => {});
    onTestFinished(() => void secure.close());
    secure.listen(0, '127.0.0.1');
    await once(secure, 'listening');
    // It listens on a port, so its address is no string.
    const { port } = secure.address() as AddressInfo;
    expect(await says(`http://127.0.0.1:${port}`)).toBe(
      `http://127.0.0.1:${port} closed the connection without an answer: is the service at https://127.0.0.1:${port}?\n`,
    );
    expect(await says(`https://127.0.0.1:${port}`)).toMatch(
      /^The certificate of https:\S+ is not trusted \(self-signed certificate\): NODE_EXTRA_CA_CERTS/,
    );
    const behindProxy = await listen((_, response) => {
      const text = 'Client sent an HTTP request to an HTTPS server.\n';
      response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
    });
    expect(await says(behindProxy)).toBe(
      `${behindProxy} answers with a page: there is no Hookwell service at this address: is it at ${behindProxy.replace('http', 'https')}?\n`,
    );
  });
});
