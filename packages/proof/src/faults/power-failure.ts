import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../server/test/random.ts';
import { type SurvivalKind, survivalKinds } from '../disk/files/survival.ts';
import type { World } from '../world/world.ts';
import { diskOf } from './disk-of.ts';
import type { Fault } from './fault.ts';

/** The power of the machine with the database fails: its processes end, and what they did not sync is lost. */
export const powerFailure: Fault = {
  name: 'the power fails',
  stores: ['sqlite', 'postgres'],
  needs: ['fuse'],
  features: ['disk'],
  async strike(world, random) {
    const lines = [await failPower(world, random)];
    if (random.chance(0.3)) {
      const milliseconds = random.below(400);
      await powerOnFor(world, milliseconds);
      lines.push(
        `again ${milliseconds} ms after the power is back: ${await failPower(world, random)}`,
      );
    }
    await powerOn(world);
    return lines.join('; ');
  },
};

const words: Record<SurvivalKind, string> = {
  nothing: 'nothing unsynced survives',
  pages: 'some unsynced pages of 4 KiB survive',
  sectors: 'some unsynced sectors of 512 bytes survive',
};

async function failPower(world: World, random: Random): Promise<string> {
  const survival = random.pick(survivalKinds);
  const seed = random.below(2 ** 31);
  await machine(world).kill();
  await diskOf(world).loseUnsynced(survival, seed);
  return `${words[survival]} (${seed})`;
}

/** It starts, but has not always finished when the power fails again. */
async function powerOnFor(world: World, milliseconds: number): Promise<void> {
  const started = machine(world)
    .start()
    .catch(() => undefined);
  await sleep(milliseconds);
  await machine(world).kill();
  await started;
  // It may have had no process yet.
  await machine(world).kill();
}

async function powerOn(world: World): Promise<void> {
  await machine(world).start();
}

/** The processes on the machine with the database. */
function machine({ postgres, nodes }: World): {
  start(): Promise<void>;
  kill(): Promise<void>;
} {
  if (postgres !== undefined) return postgres;
  return {
    async start() {
      await Promise.all(nodes.map((node) => node.start()));
    },
    async kill() {
      await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    },
  };
}
