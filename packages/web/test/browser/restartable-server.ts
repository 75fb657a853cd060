import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProcess, startProcess } from '../../../server/test/server-process.ts';

/** A server that can be stopped, killed, frozen, and started again at the same address. */
export interface RestartableServer extends AsyncDisposable {
  url: string;
  process: ServerProcess;
  start(): Promise<void>;
}

export async function restartableServer(): Promise<RestartableServer> {
  const folder = await mkdtemp(join(tmpdir(), 'hookwell-test-'));
  const databaseUrl = `sqlite:${join(folder, 'hookwell.db')}`;
  const process = await startProcess({ databaseUrl });
  const server: RestartableServer = {
    url: process.url,
    process,
    async start() {
      const { port } = new URL(server.url);
      const environment = { HOOKWELL_PORT: port };
      server.process = await startProcess({ databaseUrl, environment });
    },
    async [Symbol.asyncDispose]() {
      await server.process[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return server;
}

/** The complaints that a page may have while its server is away. */
export const away = { complaints: [/Failed to load resource/, /ERR_CONNECTION/] };
