import './engine.ts';
import { errorMessage } from '@hookwell/core/api/error-message';
import { type Logger, pino } from 'pino';
import { type App, createApp } from './app.ts';
import { type Config, ConfigError, parseConfig, type TunnelName } from './config.ts';
import { engineHasStarted } from './engine.ts';
import { createMetrics } from './metrics.ts';
import { warnOfReadableFiles } from './readable-files.ts';
import { ReadyFile } from './ready-file.ts';
import { openSecrets, warnOfClosedSecrets } from './secrets/encrypted-secrets.ts';
import type { Secrets } from './secrets/secrets.ts';
import { openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';
import type { Tunnel } from './tunnel/tunnel.ts';

/** A graceful stop may take so long; then the process ends all the same. */
const stopDeadlineMs = 9500;

try {
  await serve();
} catch (error) {
  process.stderr.write(`hookwell: ${errorMessage(error)}\n`);
  process.exitCode = 1;
}

async function serve(): Promise<void> {
  const config = parseConfig(process.env);
  const readyFile = readyFileOf(config);
  readyFile?.clear();
  // Logs go to standard error, one JSON object a line unless that is a terminal. Standard output has the dashboard's address.
  const { stderr, stdout } = process;
  const terminal = stderr.isTTY || stdout.isTTY ? await import('./terminal.ts') : undefined;
  const log = pino(
    { name: 'hookwell', level: config.logLevel },
    terminal !== undefined && stderr.isTTY
      ? terminal.terminalLog(terminal.printOn(stderr))
      : pino.destination({ dest: 2, sync: false }),
  );
  const stopping = stopBySignal(log);
  const metrics = createMetrics();
  const store = await openStore({
    url: config.databaseUrl,
    ...(config.maxStoreBytes === undefined ? {} : { maxStoreBytes: config.maxStoreBytes }),
    log,
    metrics,
    role: 'server',
  });
  const secrets = openSecrets(config, log);
  await seed(config, store, secrets, log);
  const app = await createApp(config, { store, secrets, log, metrics, clock: Date.now });
  let tunnel: Tunnel | undefined;
  stopping.close = async () => {
    try {
      readyFile?.remove();
    } finally {
      await app.close();
      // Answers to requests that were accepted went through it.
      await tunnel?.close();
    }
  };

  try {
    const { dashboard } = await app.listen().catch((error: unknown) => {
      throw cannotListen(error, config);
    });
    if (config.tunnel !== undefined) tunnel = await startTunnel(config.tunnel, app, log);
    // Windows has no file modes.
    if (process.platform !== 'win32') await warnOfReadableFiles(config.databaseUrl, log);
    await warnOfClosedSecrets(store.db, secrets, log).catch((err: unknown) => {
      // The database may be away for a moment.
      log.warn({ err }, 'Whether all secrets of endpoints can be opened is not known');
    });
    // Until then nobody is told of a receive URL.
    const publicAddress = await tunnel?.address;
    if (stopping.hasBegun) return;
    engineHasStarted();
    readyFile?.write(publicAddress === undefined ? [dashboard] : [dashboard, publicAddress]);
    stdout.write(`Hookwell is ready: ${dashboard}\n`);
    if (publicAddress !== undefined) stdout.write(`Receive URLs begin with ${publicAddress}\n`);
    if (terminal !== undefined && stdout.isTTY) {
      terminal.showCaptures(store.captures, terminal.printOn(stdout));
    }
  } catch (error) {
    // The signal handler ends the process.
    if (stopping.hasBegun) return;
    await app.close();
    await tunnel?.close();
    throw error;
  }
}

/**
 * Applies the seed file, if there is one.
 * @throws {ConfigError} if it has a fault
 */
async function seed(config: Config, store: Store, secrets: Secrets, log: Logger): Promise<void> {
  const { seedFile } = config;
  if (seedFile === undefined) return;
  try {
    // Few servers have one, and its reader takes a while to load.
    const { applySeedFile } = await import('./seed/apply-seed.ts');
    await applySeedFile(seedFile, process.env, {
      ...{ db: store.db, secrets, log },
      ...{ config, clock: Date.now },
    });
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function startTunnel(name: TunnelName, app: App, log: Logger): Promise<Tunnel> {
  // Few servers have one.
  const { Tunnel } = await import('./tunnel/tunnel.ts');
  return new Tunnel(name, await app.listenForTunnel(), log, app.useTunnel);
}

function readyFileOf({ readyFile: name }: Config): ReadyFile | undefined {
  if (name === undefined) return undefined;
  return new ReadyFile(name, (cause) => {
    const reason = `${name}: ${errorMessage(cause)}`;
    return new ConfigError(`HOOKWELL_READY_FILE must be a file that can be written: ${reason}`, {
      cause,
    });
  });
}

/**
 * Ends the process after SIGTERM or SIGINT, once `close` has done its work. Only the first signal counts: it
 * often comes twice, once to the whole process group and once from the parent process.
 */
function stopBySignal(log: Logger): { hasBegun: boolean; close(): Promise<void> } {
  const stopping = { hasBegun: false, close: async () => {} };
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping.hasBegun) return;
    stopping.hasBegun = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), stopDeadlineMs).unref();
    stopping.close().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'The stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return stopping;
}

/** The reason why the server cannot listen, as a sentence that names the setting to change, and its option. */
function cannotListen(error: unknown, { host, port }: Config): ConfigError {
  const code = error instanceof Error && 'code' in error ? error.code : String(error);
  // A host is any text, and the sentence must be one line: so it is quoted.
  const place = JSON.stringify(host);
  switch (code) {
    case 'EADDRINUSE':
      return new ConfigError(
        `HOOKWELL_PORT or --port must be a free port: ${port} is in use at ${place}`,
      );
    case 'EACCES':
      return new ConfigError(
        `HOOKWELL_PORT or --port must be a port that this user may open: ${port} is not`,
      );
    default:
      return new ConfigError(
        `HOOKWELL_HOST or --host must be an address of this machine: cannot listen at ${place} (${code})`,
      );
  }
}
