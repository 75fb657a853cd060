import { Random } from '../../random.ts';
import { closed, flushed, openSocket } from '../hostile/sockets.ts';
import {
  becomeGuest,
  fromNetwork,
  type Hostile,
  keepOn,
  pause,
  putSettings,
  type Target,
} from '../hostile.ts';
import { callAtRandom } from './random-calls.ts';
import { randomRequest } from './random-request.ts';
import { randomSettings } from './random-settings.ts';

const called = 'random guests of seed ';

/**
 * Guests that do random things with random settings: all that a seed decides is the same each time, but not the order in
 * which the guests are served. Each guest has few settings and few requests, and repeats them.
 */
export function randomHostile(seed: number): Hostile {
  return { name: `${called}${seed}`, store: 'any', attack: (target) => attack(seed, target) };
}

/** The one of that name, for the process that it is given to. */
export function randomHostileCalled(name: string): Hostile | undefined {
  return name.startsWith(called) ? randomHostile(Number(name.slice(called.length))) : undefined;
}

async function attack(seed: number, target: Target): Promise<void> {
  const random = new Random(seed);
  const guests = random.list(2 + random.below(9), (number) => ({
    number,
    from: fromNetwork(target, random.below(6)),
  }));
  await Promise.all(guests.map(({ number, from }) => begin(seed, number, from)));
  await pause(500);
}

async function begin(seed: number, number: number, target: Target): Promise<void> {
  const random = new Random(seed, number);
  const guest = await becomeGuest(target);
  // Settings that are refused are an attack as well.
  await putSettings(target, guest, randomSettings(random)).catch(() => undefined);
  const requests = random.list(4, () => randomRequest(random, guest.token));
  const senders = random.pick([1, 2, 8]);
  for (let loop = 0; loop < senders; loop += 1) {
    const own = new Random(seed, number, loop);
    keepOn(1, () => {
      const isNew = own.chance(0.1);
      return sendAtRandom(own, target, isNew ? [randomRequest(own, guest.token)] : requests);
    });
  }
  const callers = random.pick([1, 1, 4]);
  for (let loop = 0; loop < callers; loop += 1) {
    const own = new Random(seed, number, 100 + loop);
    keepOn(1, () => callAtRandom(own, target, guest));
  }
}

/** Sends some requests on one connection, and reads their answers, leaves them unread, hangs up, or breaks off. */
async function sendAtRandom(
  random: Random,
  target: Target,
  requests: readonly Buffer[],
): Promise<void> {
  const atOnce = random.pick([1, 1, 1, 3, 30]);
  const chosen = random.list(
    atOnce,
    () => requests[random.below(requests.length)] ?? Buffer.alloc(0),
  );
  const bytes = Buffer.concat(chosen);
  const socket = await openSocket(target);
  if (random.chance(0.7)) socket.resume();
  const isBrokenOff = random.chance(0.1);
  await flushed(socket, isBrokenOff ? bytes.subarray(0, random.below(bytes.length)) : bytes);
  if (random.chance(0.2)) socket.end();
  await Promise.race([closed(socket), pause(random.pick([0, 20, 200, 1000]))]);
  socket.destroy();
}
