import type { Send } from '../../../src/history/operation.ts';
import type { Simulation } from './history.ts';
import {
  type SimulatedEndpoint,
  type StoredCapture,
  statusOfAnswer,
  statusOfVersion,
  type Webhook,
} from './service.ts';
import type { Process } from './time.ts';

/** Those who send webhooks, one after the other each. */
export function senders(simulation: Simulation): Process[] {
  return simulation.random.list(4, (client) => sender(simulation, client + 10));
}

function* sender(simulation: Simulation, client: number): Process {
  const { time, calls, end } = simulation;
  while (time.now < end) {
    const endpoint = simulation.endpoint();
    if (endpoint !== undefined) yield* send(simulation, client, endpoint);
    yield 1 + calls.pause(20);
  }
}

function* send(simulation: Simulation, client: number, endpoint: SimulatedEndpoint): Process {
  const { calls, operations, random } = simulation;
  const mark = simulation.next();
  const caller = simulation.caller(client);
  const webhook: Webhook = { mark, hash: `bytes ${mark}`, node: caller.node };
  if (endpoint.kind === 'attempts') webhook.delivery = random.below(3);
  if (endpoint.kind === 'signed') webhook.signature = random.pick(['right', 'wrong']);
  if (random.chance(0.05)) webhook.isUnexamined = true;
  const { result, began, ended } = yield* calls.call(() => stored(simulation, endpoint, webhook));
  const { delivery, signature } = webhook;
  const asked: Omit<Send, 'outcome' | 'status'> = {
    ...{
      kind: 'send',
      ...caller,
      began,
      ended,
      endpoint: endpoint.number,
      mark,
      hash: webhook.hash,
    },
    ...(delivery === undefined ? {} : { delivery }),
    ...(signature === undefined ? {} : { signature }),
  };
  if (result === undefined || result.value?.status === 503) {
    const status = random.pick([0, 503]);
    operations.push({ ...asked, outcome: 'unknown', status });
  } else if (result.value === undefined)
    operations.push({ ...asked, outcome: 'refused', status: 404 });
  else operations.push({ ...asked, outcome: 'stored', ...result.value });
}

type Told = Pick<Send, 'status' | 'id' | 'version' | 'answer'>;

/** Stores it, and lets it wait for a listener. */
function* stored(
  { service, random, calls, time }: Simulation,
  endpoint: SimulatedEndpoint,
  webhook: Webhook,
): Process<Told | undefined> {
  const isListened = endpoint.kind === 'listened' && random.chance(0.9);
  const waitsFor = isListened ? 20 + calls.pause(80) : 0;
  const capture = service.store(endpoint, webhook, waitsFor, random.below(3));
  if (capture === undefined) return undefined;
  while (time.now < capture.waitsUntil && capture.decided === undefined) yield 1 + calls.pause(4);
  // At its end the time decides.
  capture.waitsUntil = time.now;
  return told(capture, endpoint, random.chance(0.5));
}

function told(capture: StoredCapture, { kind }: SimulatedEndpoint, withId: boolean): Told {
  if (capture.isUnexamined) return { status: 503 };
  const { id, version, decided, answer } = capture;
  if (kind === 'attempts')
    return withId ? { status: Number(answer), id } : { status: Number(answer) };
  if (decided !== undefined) return { status: statusOfAnswer(decided), id, answer: decided };
  // The acknowledgement of the service itself names no version.
  return version === 0 && withId
    ? { status: 200, id }
    : { status: statusOfVersion(version), id, version };
}
