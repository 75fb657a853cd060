import { Random } from '../../../server/test/random.ts';
import type { Fault } from '../faults/fault.ts';
import type { Feature, Store } from '../world/world.ts';
import type { RoundOfItsOwn } from './round-of-its-own.ts';

/** One round, as a run's seed and the round's number make it: the same again for the same two. */
export type RoundPlan = { number: number; random: Random } & (
  | { faults: readonly Fault[]; features: readonly Feature[] }
  | { ofItsOwn: RoundOfItsOwn }
);

interface Choice {
  store: Store;
  seed: number;
  faults: readonly Fault[];
  roundsOfTheirOwn: readonly RoundOfItsOwn[];
}

/** So many faults strike in one round, one after the other. */
const faultsPerRound = 2;

/**
 * All rounds of a run, without an end. Every fault comes before one comes again: they are shuffled by the seed and dealt out, to each
 * round those that its world allows.
 */
export function* roundPlans(choice: Choice): Generator<RoundPlan> {
  const { store, seed } = choice;
  const ofStore = ({ stores }: { stores: readonly Store[] }) => stores.includes(store);
  const faults = choice.faults.filter(ofStore);
  const ownRounds = choice.roundsOfTheirOwn.filter(ofStore);
  const random = new Random(seed);
  let number = 0;
  const next = () => {
    number += 1;
    return { number, random: new Random(seed, number) };
  };
  for (;;) {
    const left = shuffled(random, faults);
    const own = shuffled(random, ownRounds);
    while (left.length > 0 || own.length > 0) {
      const dealt = shuffled(random, takeHand(left));
      const features = [...new Set(dealt.flatMap((fault) => fault.features))];
      if (dealt.length > 0) yield { ...next(), faults: dealt, features };
      const ofItsOwn = own.shift();
      if (ofItsOwn !== undefined) yield { ...next(), ofItsOwn };
    }
  }
}

/** Takes the first fault, and others that need no more of the world than it does. */
function takeHand(left: Fault[]): Fault[] {
  const [first] = left;
  if (first === undefined) return [];
  const fits = left.filter(({ features }) =>
    features.every((feature) => first.features.includes(feature)),
  );
  const hand = fits.slice(0, faultsPerRound);
  for (const fault of hand) left.splice(left.indexOf(fault), 1);
  return hand;
}

function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  const keyed = items.map((item) => ({ item, key: random.next() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
