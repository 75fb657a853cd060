import { type Logger, pino } from 'pino';
import { createApp } from './app.ts';
import { type Config, ConfigError, parseConfig } from './config.ts';
import { createMetrics } from './metrics.ts';
import { warnOfReadableFiles } from './readable-files.ts';
import { openStore } from './store/open-store.ts';

/** Longest wait for a graceful stop, in milliseconds, before the process ends all the same. */
const stopDeadline = 9_500;

try {
  await serve();
} catch (error) {
  process.stderr.write(`hookwell: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function serve(): Promise<void> {
  const config = parseConfig(process.env);
  // Logs go to standard error, one JSON object a line; standard output says where the dashboard is.
  const log = pino(
    { name: 'hookwell', level: config.logLevel },
    pino.destination({ dest: 2, sync: false }),
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
  const app = await createApp(config, { store, log, metrics, clock: Date.now });
  stopping.close = () => app.close();

  try {
    const { dashboard } = await app.listen();
    // Windows has no such modes.
    if (process.platform !== 'win32') await warnOfReadableFiles(config.databaseUrl, log);
    process.stdout.write(`Hookwell is ready: ${dashboard}\n`);
  } catch (error) {
    // What it was stopped by ends the process.
    if (stopping.hasBegun) return;
    await app.close();
    throw cannotListen(error, config);
  }
}

/**
 * Ends the process after SIGTERM or SIGINT, once `close` has done its work. It happens once: a signal often
 * comes twice, to the whole process group and from whoever waits for this process.
 */
function stopBySignal(log: Logger): { hasBegun: boolean; close(): Promise<void> } {
  const stopping = { hasBegun: false, close: async () => {} };
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping.hasBegun) return;
    stopping.hasBegun = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), stopDeadline).unref();
    stopping.close().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'the stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return stopping;
}

/** Why nothing can listen there, as a sentence that names the setting to change. */
function cannotListen(error: unknown, { host, port }: Config): ConfigError {
  const code = error instanceof Error && 'code' in error ? error.code : String(error);
  // Quoted, since a host is free text and the sentence one line.
  const place = JSON.stringify(host);
  switch (code) {
    case 'EADDRINUSE':
      return new ConfigError(`HOOKWELL_PORT must be a free port: ${port} is in use at ${place}`);
    case 'EACCES':
      return new ConfigError(
        `HOOKWELL_PORT must be a port that this user may open: ${port} is not`,
      );
    default:
      return new ConfigError(
        `HOOKWELL_HOST must be an address of this machine: cannot listen at ${place} (${code})`,
      );
  }
}
