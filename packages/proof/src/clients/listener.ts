import type { Random } from '../../../server/test/random.ts';
import { type Endpoint, type Known, pause, pauseALittle } from './known.ts';
import type { ShownCapture } from './seen.ts';
import { ReadStream } from './stream-reader.ts';

/** So many clients listen. */
export const listenerCount = 2;

/** So long a sender waits for an answer. */
const answerWaitMs = 2000;
/** The status of every answer of a listener; settings answer with another one. */
const listenerStatus = 201;

/**
 * Answers senders: listens at a node for some seconds, answers at others, and begins again elsewhere. Some senders get no answer, some
 * get two, some get it late.
 */
export async function listen(known: Known, until: AbortSignal): Promise<void> {
  const { client, random } = known.newClient();
  while (!until.aborted) {
    const endpoints = known.endpoints.filter(({ kind }) => kind === 'listened');
    if (endpoints.length > 0) {
      await listenAt(known, { client, random }, random.pick(endpoints), until);
      await pause(random.below(1000), until);
    }
    await pauseALittle(random, until);
  }
}

async function listenAt(
  known: Known,
  { client, random }: { client: number; random: Random },
  endpoint: Endpoint,
  until: AbortSignal,
): Promise<void> {
  const answering: Promise<void>[] = [];
  const stream = await ReadStream.open(known, {
    ...{ client, node: random.pick(known.nodes), account: endpoint.account, endpoint },
    answers: `${answerWaitMs}ms`,
    onCapture: (shown) => {
      if (shown.waiting) answering.push(answerSender(known, endpoint, shown, until));
    },
  });
  if (stream.isOpen) await Promise.race([stream.closed, pause(2000 + random.below(5000), until)]);
  await stream.end();
  await Promise.all(answering);
}

async function answerSender(
  known: Known,
  endpoint: Endpoint,
  { id }: ShownCapture,
  until: AbortSignal,
): Promise<void> {
  // Others are answered meanwhile, so each answer is that of a client of its own.
  const self = known.newClient();
  const { random } = self;
  const kind = random.next();
  if (kind < 0.1) return;
  await pause(kind < 0.15 ? answerWaitMs + random.below(200) : random.below(50), until);
  const twice = random.chance(0.15) ? [answerOnce(known, endpoint, id, known.newClient())] : [];
  await Promise.all([...twice, answerOnce(known, endpoint, id, self)]);
}

async function answerOnce(
  known: Known,
  endpoint: Endpoint,
  id: number,
  { client, random }: { client: number; random: Random },
): Promise<void> {
  const node = random.pick(known.nodes);
  const answer = known.nextAnswer();
  const began = known.history.now();
  const called = await known.call(
    node,
    `/api/requests/${id}/answer`,
    {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        status: listenerStatus,
        body: JSON.stringify({ id, message: `answer ${answer}` }),
      }),
    },
    endpoint.account,
  );
  const outcome = known.outcomeOf(called, 'an answer of a listener', 204, [404, 409]);
  if (outcome === 'nothing') return;
  known.history.add({
    kind: 'answer',
    ...{ client, node: node.number, began, ended: known.history.now() },
    ...{ endpoint: endpoint.number, id, answer, outcome },
  });
}
