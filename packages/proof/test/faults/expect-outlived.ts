import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { isFrozen } from '../../../server/test/postgres/process-tree.ts';
import { Random } from '../../../server/test/random.ts';
import type { Fault } from '../../src/faults/fault.ts';
import { faults } from '../../src/faults/table.ts';
import type { Store, World } from '../../src/world/world.ts';
import type { MarkedLoad } from './marked-load.ts';

/** The faults that need nothing beside npm, nor a world other than one with clocks. */
export function plainFaults(store: Store): Fault[] {
  return faults.filter(
    ({ stores, needs, features }) =>
      stores.includes(store) &&
      needs.length === 0 &&
      features.every((feature) => feature === 'clocks'),
  );
}

/** Choices by which faults last almost as short as they can, and do nothing beside what they must. */
class ShortChoices extends Random {
  override next(): number {
    return super.next() / 8;
  }

  override chance(): boolean {
    return false;
  }
}

/** A fault strikes once. It must have harmed something, and afterwards nothing that was acknowledged may be missing. */
export async function expectOutlived(world: World, load: MarkedLoad, fault: Fault): Promise<void> {
  const seen = new Set<string>();
  let isOver = false;
  async function watch(): Promise<void> {
    while (!isOver) {
      seen.add(harmOf(world));
      await sleep(10);
    }
  }
  const watching = watch();
  try {
    const text = await fault.strike(world, new ShortChoices(1));
    expect(text).toMatch(/\d|"/);
    // Nodes complain a moment later.
    await eventually(() => seen.size > 1);
  } finally {
    isOver = true;
    await watching;
  }
  await load.expectAllStored();
}

/** What a fault changes: processes, clocks, connections, and what nodes complain of. */
function harmOf({ nodes, postgres }: World): string {
  const ofNodes = nodes.map(({ pid, clock, proxy, standardError }) => [
    pid !== undefined && isFrozen(pid) ? 'frozen' : pid,
    clock?.aheadMs,
    proxy?.held,
    standardError.length,
  ]);
  const pid = postgres?.pid;
  return JSON.stringify([ofNodes, pid !== undefined && isFrozen(pid) ? 'frozen' : pid]);
}
