import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Metrics } from './metrics.ts';
import type { Store } from './store/store.ts';

/** What the capabilities are made of; `app.ts` puts it together once. */
export interface Parts {
  config: Config;
  store: Store;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  addresses: Addresses;
}

/** The public addresses, without a trailing slash. Known for sure once the server listens (port 0). */
export interface Addresses {
  base: string;
  receiveBase: string;
}
