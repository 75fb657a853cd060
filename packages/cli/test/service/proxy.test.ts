import { expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { listen } from '../answering-server.ts';
import { Workplace } from '../hookwell-process.ts';
import { startForwardProxy } from './forward-proxy.ts';

const server = forFile(await startServer());
/** No network has this name: only the proxy knows it. */
const plain = 'http://hookwell.test';
const encrypted = 'https://hookwell.test';

test('a service on http is reached by way of HTTP_PROXY', async () => {
  await using workplace = new Workplace();
  const proxy = await startForwardProxy(server.url);
  workplace.environment.HTTP_PROXY = `http://ada:secret@${proxy.host}`;
  await workplace.output(['login', '--guest', '--url', plain]);
  const receiveUrl = await workplace.output(['endpoints', 'create', '--name', 'Shop']);
  await workplace.output(['logout', '--yes']);
  expect(receiveUrl).toContain('/wh/');
  expect(proxy.asked).toEqual(
    expect.arrayContaining([
      `POST ${plain}/api/auth/guest`,
      `POST ${plain}/api/endpoints`,
      `POST ${plain}/api/auth/logout`,
    ]),
  );
});

test('a service on https gets a tunnel, and is trusted no more than without one', async () => {
  await using workplace = new Workplace();
  const proxy = await startForwardProxy(server.url);
  // Here the letters are small, and there is no scheme, as curl has it.
  workplace.environment.https_proxy = `ada:secret@${proxy.host}`;
  workplace.environment.HTTP_PROXY = 'http://127.0.0.1:1';
  const words = ['login', '--guest', '--url', encrypted];
  expect((await workplace.run(words)).error).toMatch(
    /^hookwell: The certificate of https:\/\/hookwell\.test is not trusted/,
  );
  workplace.environment.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  expect(await workplace.runProcess(words)).toMatchObject({ code: 0 });
  await workplace.processOutput(['endpoints', 'create', '--name', 'Shop', '--url', encrypted]);
  expect(new Set(proxy.asked)).toEqual(new Set(['CONNECT hookwell.test:443']));
});

test('this machine and what NO_PROXY names are reached directly', async () => {
  await using workplace = new Workplace();
  const proxy = await startForwardProxy(server.url);
  Object.assign(workplace.environment, {
    HTTP_PROXY: `http://ada:secret@${proxy.host}`,
    NO_PROXY: 'example.com, .test:80',
  });
  await workplace.output(['login', '--guest', '--url', server.url]);
  const localhost = server.url.replace('127.0.0.1', 'localhost');
  await workplace.output(['login', '--guest', '--url', localhost]);
  const { error } = await workplace.run(['login', '--guest', '--url', plain]);
  expect(error).toContain('there is no host hookwell.test');
  expect(proxy.asked).toEqual([]);
  await workplace.run(['login', '--guest', '--url', `${plain}:81`]);
  expect(proxy.asked).toEqual([`POST ${plain}:81/api/auth/guest`]);
});

test('forwarding targets are reached directly', async () => {
  await using workplace = new Workplace();
  const proxy = await startForwardProxy(server.url);
  workplace.environment.HTTP_PROXY = `http://ada:secret@${proxy.host}`;
  await workplace.output(['login', '--guest', '--url', plain]);
  const receiveUrl = await workplace.output(['endpoints', 'create', '--name', 'Shop']);
  await fetch(receiveUrl, { method: 'POST', body: 'paid' });
  const [id = ''] = /\d+/.exec(await workplace.output(['requests', 'list', '--json'])) ?? [];
  const target = await listen((_, response) => response.end('taken'));
  await workplace.output(['replay', id, '--to', target]);
  // `target.test` is no name of a network, but the proxy would know it.
  const { out } = await workplace.run(['replay', id, '--to', 'http://target.test']);
  expect(out).toContain('there is no host of that name');
  expect(proxy.asked.filter((line) => !line.includes(` ${plain}/api/`))).toEqual([]);
});

test('what a proxy does not let through is told with its setting, without its password', async () => {
  await using workplace = new Workplace();
  const proxy = await startForwardProxy(server.url);
  const says = async (url: string, setting: string) => {
    Object.assign(workplace.environment, { HTTP_PROXY: setting, HTTPS_PROXY: setting });
    const { code, error } = await workplace.run(['login', '--guest', '--url', url]);
    expect(code).toBe(1);
    return error.trim().split('\n').at(-1)?.replace(proxy.host, 'PROXY');
  };
  const wrong = `http://ada:wrong@${proxy.host}`;
  const asks = 'asks for a name and a password: they are written http://NAME:PASSWORD@HOST:PORT';
  expect(await says(plain, wrong)).toBe(`hookwell: HTTP_PROXY (PROXY) ${asks}`);
  expect(await says(encrypted, wrong)).toBe(
    `hookwell: ${encrypted} cannot be reached by way of HTTPS_PROXY (PROXY): it ${asks}`,
  );
  expect(await says(plain, 'http://127.0.0.1:1')).toMatch(
    /cannot be reached by way of HTTP_PROXY \(127\.0\.0\.1:1\): connect ECONNREFUSED/,
  );
  expect(await says(plain, 'socks5://ada:secret@localhost')).toBe(
    'hookwell: HTTP_PROXY names no proxy that this command can use: one begins with http:// or https://',
  );
});
