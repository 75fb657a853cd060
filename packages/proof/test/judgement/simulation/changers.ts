import { outcomeOf, type Simulation } from './history.ts';
import { nodeCount, type SimulatedEndpoint } from './service.ts';
import type { Process } from './time.ts';

/** Those who clear, remove, delete, set and answer. */
export function changers(simulation: Simulation): Process[] {
  const { service } = simulation;
  const settled = service.endpoints.filter(
    ({ kind }) => kind === 'versions' || kind === 'listened',
  );
  const listened = service.endpoints.filter(({ kind }) => kind === 'listened');
  return [
    clearer(simulation, 20),
    remover(simulation, 21),
    deleter(simulation, 22),
    ...settled.map((endpoint, index) => setter(simulation, 30 + index, endpoint)),
    ...listened.map((endpoint, index) => listener(simulation, 40 + index, endpoint)),
  ];
}

function* clearer(simulation: Simulation, client: number): Process {
  const { calls, time, random, operations, service, end } = simulation;
  while (time.now < end) {
    yield 1 + calls.pause(250);
    const endpoint = random.chance(0.5)
      ? simulation.endpoint('plain', 'listened', 'signed')
      : undefined;
    const known = random.pick(service.captures.map(({ id }) => id));
    const scope = {
      account: endpoint?.account ?? 0,
      ...(endpoint === undefined ? {} : { endpoint: endpoint.number }),
      ...(known !== undefined && random.chance(0.4)
        ? { through: known + random.below(5) - 1 }
        : {}),
    };
    // biome-ignore lint/correctness/useYield: a clear takes one moment.
    const called = yield* calls.call(function* () {
      if (endpoint?.isDeleted === true) return false;
      service.clear(scope);
      return true;
    });
    const { began, ended } = called;
    operations.push({
      kind: 'clear',
      ...simulation.caller(client),
      began,
      ended,
      ...scope,
      outcome: outcomeOf(called),
    });
  }
}

function* remover(simulation: Simulation, client: number): Process {
  const { calls, time, random, operations, service, end } = simulation;
  let last: { account: number; id: number } | undefined;
  while (time.now < end) {
    yield 1 + calls.pause(80);
    const again = random.chance(0.2) ? last : undefined;
    const target = again ?? random.pick(service.captures.filter(({ account }) => account !== 2));
    if (target === undefined) continue;
    const { account, id } = target;
    last = { account, id };
    // biome-ignore lint/correctness/useYield: a removal takes one moment.
    const called = yield* calls.call(function* () {
      return service.remove(account, id);
    });
    const { began, ended } = called;
    operations.push({
      kind: 'remove',
      ...simulation.caller(client),
      began,
      ended,
      account,
      id,
      outcome: outcomeOf(called),
    });
  }
}

function* deleter(simulation: Simulation, client: number): Process {
  const { calls, time, operations, service, end } = simulation;
  while (time.now < end) {
    yield 1 + calls.pause(500);
    const endpoint = simulation.endpoint();
    if (endpoint === undefined) continue;
    // biome-ignore lint/correctness/useYield: a deletion takes one moment.
    const called = yield* calls.call(function* () {
      return service.delete(endpoint);
    });
    const { began, ended } = called;
    operations.push({
      kind: 'deletion',
      ...simulation.caller(client),
      began,
      ended,
      endpoint: endpoint.number,
      outcome: outcomeOf(called),
    });
  }
}

function* setter(simulation: Simulation, client: number, endpoint: SimulatedEndpoint): Process {
  const { calls, time, operations, service, end } = simulation;
  for (let version = 1; time.now < end; version += 1) {
    yield 1 + calls.pause(60);
    const called = yield* calls.call(function* () {
      if (endpoint.isDeleted) return false;
      const place = service.set(endpoint, version);
      // Nodes learn of it one after the other; it is acknowledged once all have.
      for (let node = 0; node < nodeCount; node += 1) {
        yield calls.pause(8);
        service.learn(endpoint, node, place);
      }
      return true;
    });
    const { began, ended } = called;
    operations.push({
      kind: 'settings',
      ...simulation.caller(client),
      began,
      ended,
      endpoint: endpoint.number,
      version,
      outcome: outcomeOf(called),
    });
  }
}

/** Answers what waits, now and then twice at once, or too late. */
function* listener(simulation: Simulation, client: number, endpoint: SimulatedEndpoint): Process {
  const { calls, time, random, service, end } = simulation;
  while (time.now < end) {
    yield 1 + calls.pause(15);
    const own = service.captures
      .filter((capture) => capture.endpoint === endpoint.number)
      .slice(-4);
    const capture = random.pick(own);
    if (capture === undefined || random.chance(0.2)) continue;
    if (random.chance(0.2))
      time.start(giveAnswer(simulation, client + 10, endpoint.number, capture.id));
    yield* giveAnswer(simulation, client, endpoint.number, capture.id);
  }
}

function* giveAnswer(
  simulation: Simulation,
  client: number,
  endpoint: number,
  id: number,
): Process {
  const { calls, operations, service } = simulation;
  const answer = simulation.next();
  // biome-ignore lint/correctness/useYield: an answer is decided in one moment.
  const called = yield* calls.call(function* () {
    return service.answer(id, answer);
  });
  const { began, ended } = called;
  operations.push({
    kind: 'answer',
    ...simulation.caller(client),
    began,
    ended,
    endpoint,
    id,
    answer,
    outcome: outcomeOf(called),
  });
}
