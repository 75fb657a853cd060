import type { Random } from '../../../server/test/random.ts';
import type { History } from '../history/history.ts';
import type { World } from '../world/world.ts';

/** The clients of one world, who record all they do. */
export interface Clients {
  /** Works until the signal; what is under way then is finished. */
  work(until: AbortSignal): Promise<void>;
  /**
   * Once every fault is healed: waits until all nodes answer, then reads everything at every node, whole, and follows streams until
   * they have all of it. Rejects if the service does not come back within a minute.
   */
  settle(): Promise<void>;
}

/** Makes accounts and endpoints of all kinds. */
export async function startClients(
  _world: World,
  _history: History,
  _random: Random,
  _options: { sendsPerSecond: number },
): Promise<Clients> {
  return { work: async () => {}, settle: async () => {} };
}
