import { expect, test } from 'vitest';
import { startProcess } from '../server-process.ts';

test('a server that starts leaves the client of `fetch` unloaded, which takes megabytes', async () => {
  const loaded = 'process.moduleLoadList.filter(name=>/undici|http_server/.test(name))';
  const tell = `process.on("exit",()=>process.stderr.write(${loaded}.join()))`;
  await using server = await startProcess({ preload: tell });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await server.end('SIGTERM')).toBe(0);
  expect(server.standardError()).toMatch(/\nNativeModule _http_server$/);
});
