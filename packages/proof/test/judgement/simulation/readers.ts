import type { Read, Seen, Stream } from '../../../src/history/operation.ts';
import type { Simulation } from './history.ts';
import type { Process } from './time.ts';

type Scope = Pick<Read, 'account' | 'endpoint'>;

const newest = Number.MAX_SAFE_INTEGER;

/** Those who read lists, pages and captures, and follow streams; or, in the end, everything once. */
export function readers(simulation: Simulation, { isSettled = false } = {}): Process[] {
  if (!isSettled) {
    const lists = simulation.random.list(2, (index) => reader(simulation, 50 + index));
    return [...lists, ...simulation.random.list(2, (index) => follower(simulation, 60 + index))];
  }
  const scopes: Scope[] = [
    ...[0, 1, 2].map((account) => ({ account })),
    ...simulation.service.endpoints
      .filter((endpoint) => !endpoint.isDeleted)
      .map(({ number, account }) => ({ account, endpoint: number })),
  ];
  return scopes.flatMap((scope, index) => [
    wholeList(simulation, 70 + index, scope),
    follow(simulation, 170 + index, scope, undefined, newest),
  ]);
}

function someScope(simulation: Simulation): Scope {
  const endpoint = simulation.endpoint();
  const account = endpoint?.account ?? 0;
  return endpoint === undefined || simulation.random.chance(0.5)
    ? { account }
    : { account, endpoint: endpoint.number };
}

function isDeleted({ service }: Simulation, { endpoint }: Scope): boolean {
  return endpoint !== undefined && service.endpoints[endpoint]?.isDeleted === true;
}

function* reader(simulation: Simulation, client: number): Process {
  const { time, calls, random, end } = simulation;
  while (time.now < end) {
    yield 1 + calls.pause(30);
    const scope = someScope(simulation);
    const kind = random.pick([wholeList, page, page, one]);
    yield* kind(simulation, client, scope);
  }
}

/** It is read in short pages, from the newest on, and each page at its own moment. It may be cut before its end. */
function* wholeList(simulation: Simulation, client: number, scope: Scope): Process {
  const { time, calls, random, service, operations } = simulation;
  const began = time.now;
  const captures: Seen[] = [];
  let outcome: Read['outcome'] = 'done';
  for (let through = newest; through > 0; ) {
    yield calls.pause(8);
    if (captures.length === 0 && isDeleted(simulation, scope)) outcome = 'refused';
    if (random.chance(calls.trouble / 4)) outcome = 'unknown';
    if (outcome !== 'done') break;
    const some = service.shown(scope, 0, through).slice(-5).reverse();
    captures.push(...some);
    through = some.length < 5 ? 0 : (some.at(-1)?.id ?? 0) - 1;
  }
  yield calls.pause(20);
  operations.push({
    kind: 'read',
    ...simulation.caller(client),
    began,
    ended: time.now,
    ...scope,
    outcome,
    from: 1,
    through: null,
    captures,
  });
}

function* page(simulation: Simulation, client: number, scope: Scope): Process {
  const { calls, random, service, operations } = simulation;
  const limit = 1 + random.below(6);
  const known = random.pick(service.captures.map(({ id }) => id));
  const through = random.chance(0.5) ? null : (known ?? null);
  const after = random.chance(0.3) ? Math.max(0, (known ?? 0) - 10) : 0;
  // biome-ignore lint/correctness/useYield: a page is read in one moment.
  const { began, ended, result } = yield* calls.call(function* () {
    if (isDeleted(simulation, scope)) return undefined;
    return service
      .shown(scope, after + 1, through ?? newest)
      .slice(-limit)
      .reverse();
  });
  const captures = result?.value ?? [];
  const from = captures.length === limit ? (captures.at(-1)?.id ?? 1) : after + 1;
  const outcome =
    result === undefined ? 'unknown' : result.value === undefined ? 'refused' : 'done';
  operations.push({
    kind: 'read',
    ...simulation.caller(client),
    began,
    ended,
    ...scope,
    outcome,
    from,
    through,
    captures,
  });
}

function* one(simulation: Simulation, client: number, { account }: Scope): Process {
  const { calls, random, service, operations } = simulation;
  const known = random.pick(service.captures.filter((capture) => capture.account === account));
  if (known === undefined) return;
  const { id } = known;
  yield calls.pause(60);
  // biome-ignore lint/correctness/useYield: a capture is read in one moment.
  const { began, ended, result } = yield* calls.call(function* () {
    return service.shown({ account }, id, id);
  });
  const outcome = result === undefined ? 'unknown' : 'done';
  operations.push({
    kind: 'read',
    ...simulation.caller(client),
    began,
    ended,
    account,
    outcome,
    from: id,
    through: id,
    captures: result?.value ?? [],
  });
}

function* follower(simulation: Simulation, client: number): Process {
  const { time, calls, random, service, end } = simulation;
  while (time.now < end) {
    yield 1 + calls.pause(60);
    const known = random.pick(service.captures.map(({ id }) => id));
    const after = random.chance(0.4) ? known : undefined;
    yield* follow(simulation, client, someScope(simulation), after, time.now + calls.pause(300));
  }
}

/** Shows what is behind its place, and goes on from there; to its end, if it has all the time it needs. */
function* follow(
  simulation: Simulation,
  client: number,
  scope: Scope,
  after: number | undefined,
  until: number,
): Process {
  const { time, calls, random, service, operations } = simulation;
  const began = time.now;
  const events: { at: number; seen: Seen }[] = [];
  yield calls.pause(10);
  const isThere = !isDeleted(simulation, scope);
  let place = after ?? 0;
  while (isThere && time.now < until) {
    const next = service.shown(scope, place + 1, newest).slice(0, 3);
    if (next.length === 0 && until === newest) break;
    // What was read is on its way for a while.
    yield calls.pause(15);
    for (const seen of next) events.push({ at: time.now, seen });
    place = next.at(-1)?.id ?? place;
    yield calls.pause(5);
    if (next.length === 0) yield 1;
    if (until !== newest && random.chance(0.02)) break;
  }
  operations.push({
    ...{ kind: 'stream', ...simulation.caller(client), began, ended: time.now, ...scope },
    ...(after === undefined ? {} : { after }),
    ...{ outcome: isThere ? 'done' : 'refused', events },
    ...(until === newest && isThere ? { isSettled: true } : {}),
  } satisfies Stream);
}
