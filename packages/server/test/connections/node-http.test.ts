import { expect, test } from 'vitest';
import { freshDatabase } from '../fresh-database.ts';
import { startProcess } from '../server-process.ts';

test('a server that starts leaves the client of `fetch` unloaded, which takes megabytes', async () => {
  await using database = await freshDatabase();
  const loaded = 'process.moduleLoadList.filter(name=>/undici|http_server/.test(name))';
  const tell = `process.on("exit",()=>process.stderr.write(${loaded}.join()))`;
  await using server = await startProcess({
    databaseUrl: database.url,
    environment: {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tell)}`,
    },
  });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await server.end('SIGTERM')).toBe(0);
  expect(server.standardError()).toMatch(/\nNativeModule _http_server$/);
});
