import { expect, test } from 'vitest';
import {
  confined,
  image,
  isReady,
  podman,
  startContainer,
  startGuest,
  storedBodies,
} from './podman.ts';

test('is less than 250 MB large, and not of root', async () => {
  const size = Number(await podman('image', 'inspect', '--format', '{{.Size}}', image));
  console.log(`The image has ${Math.round(size / 1e6)} MB.`);
  expect(size).toBeLessThan(250_000_000);
  const user = await podman('image', 'inspect', '--format', '{{.Config.User}}', image);
  // Kubernetes refuses a name where it is to make sure of it.
  expect(user.trim()).toBe('1000:1000');
});

test('has neither npm nor a compiler, and its own files belong to root', async () => {
  const inside = await podman(
    ...['run', '--rm', ...confined, '--entrypoint', 'sh', image, '-c'],
    'command -v npm gcc git; id -u; find /usr/local ! -user root; test ! -w /usr/local/bin && echo kept',
  ).then((text) => text.trim().split('\n'));
  expect(inside).toEqual(['1000', 'kept']);
});

test('keeps what it acknowledged in its volume, through kill -9 and a new container', async () => {
  const volume = ['--volume', 'hookwell-image-test:/data'];
  await podman('volume', 'rm', '--force', 'hookwell-image-test');
  try {
    const guest = await (async () => {
      await using first = await startContainer('hookwell-image-first', ...volume);
      const someone = await startGuest(first.url);
      const sent = { method: 'POST', body: 'kept' };
      expect((await fetch(`${first.url}/wh/${someone.token}`, sent)).status).toBe(200);
      await podman('kill', '--signal', 'KILL', first.name);
      return someone;
    })();
    await using second = await startContainer('hookwell-image-second', ...volume);
    expect(await storedBodies(second.url, guest)).toEqual(['kept']);
  } finally {
    await podman('volume', 'rm', '--force', 'hookwell-image-test');
  }
});

test('serves the dashboard, is healthy, and has the operator commands', async () => {
  await using node = await startContainer('hookwell-image-node');
  const page = await fetch(node.url, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  expect((await fetch(`${node.url}/docs`)).status).toBe(200);
  expect((await fetch(`${node.url}/hookwell.tgz`)).headers.get('content-type')).toBe(
    'application/gzip',
  );
  // Without systemd, Podman runs the health check only on request.
  await podman('healthcheck', 'run', node.name);
  expect(await node.inspect('{{.State.Healthcheck.Status}}')).toBe('healthy');
  await node.exec(...'hookwell account create --email you@example.com --plan plus'.split(' '));
  expect(await node.exec('hookwell', 'account', 'list')).toContain('you@example.com');
  const key = await node.exec(
    ...'hookwell key create --email you@example.com --name ci'.split(' '),
  );
  const headers = { authorization: `Bearer ${key.trim()}` };
  const made = await fetch(`${node.url}/api/endpoints`, { method: 'POST', headers });
  expect(made.status).toBe(201);
});

test('stops within ten seconds after SIGTERM, with a stream open, and answers what it has accepted', async () => {
  await using node = await startContainer('hookwell-image-stop');
  await isReady(node.url);
  const { token, headers } = await startGuest(node.url);
  const stream = await fetch(`${node.url}/api/sse`, { headers });
  let finish = (): void => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('begun before '));
      finish = () => {
        controller.enqueue(new TextEncoder().encode('and ended after the signal'));
        controller.close();
      };
    },
  });
  const slow = fetch(`${node.url}/wh/${token}`, { method: 'POST', body, duplex: 'half' });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const started = performance.now();
  const stopped = podman('stop', '--time', '15', node.name);
  await new Promise((resolve) => setTimeout(resolve, 500));
  finish();
  expect((await slow).status).toBe(200);
  await stopped;
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(await node.inspect('{{.State.ExitCode}}')).toBe('0');
  await stream.body?.cancel().catch(() => undefined);
});
