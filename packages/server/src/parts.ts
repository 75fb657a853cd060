import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Budget } from './fairness/budget.ts';
import type { Parties } from './fairness/parties.ts';
import type { UnsentBodies } from './fairness/unsent-bodies.ts';
import type { Metrics } from './metrics.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { Store } from './store/store.ts';

/** The time as the server sees it, in milliseconds since 1970. Tests hand in their own clock. */
export type Clock = () => number;

/** The parts that the capabilities share; `app.ts` puts them together once. */
export interface Parts {
  config: Config;
  store: Store;
  secrets: Secrets;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  addresses: Addresses;
  parties: Parties;
  /** The answers that nobody takes. */
  unsent: UnsentBodies;
  /** The turns of what changes something in the database, beside captures. */
  writes: Budget;
}

/** The public addresses, without a trailing slash. With port 0 they are final once the server listens. */
export interface Addresses {
  base: string;
  receiveBase: string;
  /** Absent if the service was started without a tunnel. */
  tunnel?: TunnelDoor;
}

/** The way in of a tunnel, by which the receive URLs have an address in the internet. */
export interface TunnelDoor {
  /** A port of this machine that only the tunnel is told. */
  port: number;
  /** Its host name in the internet; absent before it is known, and once the tunnel has ended. */
  host?: string;
}
