import { Random } from '../../../../server/test/random.ts';
import type { EndpointKind, Operation, Outcome } from '../../../src/history/operation.ts';
import { type Called, Calls } from './calls.ts';
import { changers } from './changers.ts';
import { readers } from './readers.ts';
import { senders } from './senders.ts';
import { nodeCount, plan, type SimulatedEndpoint, SimulatedService } from './service.ts';
import { type Process, SimulatedTime } from './time.ts';

/** A correct service, and clients who record what they do. */
export interface Simulation {
  time: SimulatedTime;
  random: Random;
  service: SimulatedService;
  calls: Calls;
  operations: Operation[];
  /** When clients stop. */
  end: number;
  /** A number that no other has. */
  next(): number;
  /** A client's number, a node, and the time of its call. */
  caller(client: number): { client: number; node: number };
  /** One that is there, mostly; undefined if there was none. */
  endpoint(...kinds: readonly EndpointKind[]): SimulatedEndpoint | undefined;
}

/** The accounts, and the kinds of their endpoints: account 0 alone is cleared as a whole. */
const accounts: readonly (readonly EndpointKind[])[] = [
  ['plain', 'plain', 'plain'],
  ['versions', 'signed', 'listened', 'plain'],
  ['attempts'],
];

/** A history of a correct service, the same for the same seed. */
export function simulateHistory(seed: number): Operation[] {
  const simulation = begin(new Random(seed));
  const { time, random, calls, end } = simulation;
  for (const [account, kinds] of accounts.entries()) {
    for (const kind of kinds) make(simulation, account, kind);
  }
  const all = [...senders(simulation), ...changers(simulation), ...readers(simulation)];
  for (const process of all) time.start(process, calls.pause(50));
  time.start(weather(simulation));
  time.start(newEndpoints(simulation));
  time.run(end + 100);
  calls.trouble = 0;
  for (const process of readers(simulation, { isSettled: true }))
    time.start(process, calls.pause(5));
  time.run();
  // Operations stand in the order in which they ended, which judging does not depend on.
  return random.chance(0.2) ? shuffled(simulation) : simulation.operations;
}

function begin(random: Random): Simulation {
  const time = new SimulatedTime();
  const service = new SimulatedService(time);
  let last = 0;
  return {
    ...{ time, random, service, calls: new Calls(time, random), operations: [] },
    end: 100 + 600 * random.next(),
    next: () => {
      last += 1;
      return last;
    },
    caller: (client) => ({ client, node: random.below(nodeCount) }),
    endpoint: (...kinds) => {
      const fitting = service.endpoints.filter(
        ({ kind }) => kinds.length === 0 || kinds.includes(kind),
      );
      const present = fitting.filter(({ isDeleted }) => !isDeleted);
      return random.pick(present.length > 0 && random.chance(0.95) ? present : fitting);
    },
  };
}

function make(
  { time, service, operations }: Simulation,
  account: number,
  kind: EndpointKind,
): void {
  const endpoint = service.make(account, kind);
  const call = { client: 0, node: 0, began: time.now, ended: time.now };
  const made = {
    kind: 'made',
    ...call,
    endpoint: endpoint.number,
    account,
    endpointKind: kind,
  } as const;
  operations.push(kind === 'attempts' ? { ...made, plan } : made);
}

/** Now and then nothing is answered for a while, as when a node is killed. */
function* weather({ calls, random, time, end }: Simulation): Process {
  while (time.now < end) {
    calls.trouble = random.pick([0, 0.05, 0.2]);
    yield calls.pause(200);
    calls.trouble = 0.9;
    yield calls.pause(60);
  }
}

function* newEndpoints(simulation: Simulation): Process {
  const { calls, random, time, end } = simulation;
  while (time.now < end) {
    yield 1 + calls.pause(300);
    const account = random.below(accounts.length);
    make(simulation, account, random.pick(accounts[account] ?? ['plain']));
  }
}

/** What a call's client makes of it. */
export function outcomeOf(called: Called<boolean>): Outcome {
  if (called.result === undefined) return 'unknown';
  return called.result.value ? 'done' : 'refused';
}

function shuffled({ operations, random }: Simulation): Operation[] {
  const keyed = operations.map((operation) => ({ operation, key: random.next() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ operation }) => operation);
}
