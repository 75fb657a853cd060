import type { Random } from '../../../server/test/random.ts';
import type { History } from '../history/history.ts';
import type { World } from '../world/world.ts';
import { makeAccounts } from './accounts.ts';
import { attemptSenderCount, attemptSendersOf } from './attempts.ts';
import { makeFirstEndpoints } from './endpoints.ts';
import { type Account, Known } from './known.ts';
import { listen, listenerCount } from './listener.ts';
import { read, readerCount } from './readers.ts';
import { remove } from './removers.ts';
import { senderCount, sendersOf } from './senders.ts';
import { changeSettings } from './settings-changer.ts';
import { settle } from './settle.ts';
import { followAccount, followSome } from './stream-followers.ts';

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

type Work = (until: AbortSignal) => Promise<void>;

/** Makes accounts and endpoints of all kinds. */
export async function startClients(
  world: World,
  history: History,
  random: Random,
  { sendsPerSecond }: { sendsPerSecond: number },
): Promise<Clients> {
  const known = new Known(world, history, random);
  await makeAccounts(known, random);
  await makeFirstEndpoints(known, random);
  const msBetweenSends = (1000 * (senderCount + attemptSenderCount)) / sendsPerSecond;
  const all: Work[] = [
    ...sendersOf(known, msBetweenSends),
    ...attemptSendersOf(known, msBetweenSends),
    ...known.accounts.map((account) => followerOf(known, account)),
    ...times(2, (until) => followSome(known, until)),
    ...times(readerCount, (until) => read(known, until)),
    ...times(listenerCount, (until) => listen(known, until)),
    (until) => changeSettings(known, until),
    (until) => remove(known, until),
  ];
  return {
    work: (until) => workAll(all, until),
    settle: async () => {
      using _ = known;
      await settle(known);
    },
  };
}

/** Lets all work until the signal. If one fails the others stop, too. */
async function workAll(all: readonly Work[], until: AbortSignal): Promise<void> {
  const failed = new AbortController();
  const either = AbortSignal.any([until, failed.signal]);
  const ended = await Promise.allSettled(
    all.map((work) =>
      work(either).catch((error: unknown) => {
        failed.abort();
        throw error;
      }),
    ),
  );
  const reasons = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  if (reasons.length > 0) throw reasons[0];
}

function followerOf(known: Known, account: Account): Work {
  return (until) => followAccount(known, account, until);
}

function times(count: number, work: Work): Work[] {
  return Array.from({ length: count }, () => work);
}
