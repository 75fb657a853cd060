import fc from 'fast-check';
import { model } from './schedule.ts';
import {
  type Given,
  listenerStatus,
  otherwise,
  WaitingNodes,
  type WaitingSender,
} from './waiting-nodes.ts';

/** The status of the word to come again. */
const tryAgainStatus = 503;

const node = fc.nat({ max: 1 });

const plan = fc.record({
  sends: fc.array(
    fc.record({
      node,
      waitMs: fc.constantFrom(50, 1000, 20_000),
      /** The nodes at which it is answered. */
      answers: fc.array(node, { maxLength: 3 }),
      hangsUp: fc.constantFrom(false, false, false, true),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  stops: fc.option(node, { freq: 4 }),
  /** A node is cut off as it takes an answer, maybe for longer than it asks again. */
  cut: fc.option(fc.record({ node, forMs: fc.constantFrom(500, 10_000) }), { freq: 2 }),
  passes: fc.array(fc.constantFrom(50, 1000, 20_000), { maxLength: 3 }),
});

/**
 * Senders wait on two nodes while listeners answer at either of them, at once and in vain, times end, senders hang up, nodes stop, and
 * what is asked and told gets lost:
 *
 * - each sender gets exactly one answer: that of one listener, what is answered otherwise, or the word to come again;
 * - a listener that is told that the sender gets its answer is the only one who is, and the sender got it;
 * - nobody is told so whose sender hung up before;
 * - a listener whose answer the sender got was told so, or does not know;
 * - what a sender got was decided before: the row of its wait has the listener's answer, or is gone;
 * - nobody is answered otherwise before the time, unless the node stops;
 * - nobody is told to come again as long as nothing failed.
 */
export const waitingAnswers = model(
  'waiting answers',
  plan,
  async ({ sends, stops, cut, passes }, schedule) => {
    const nodes = new WaitingNodes(schedule);
    for (const { node, waitMs, answers, hangsUp } of sends) {
      schedule.act(`a webhook comes to node ${node}`, async () => {
        const captureId = nodes.senders.length + 1;
        // The stream tells of a capture as soon as it is committed, which may be before its node knows.
        for (const at of answers) {
          schedule.act(`it is answered at node ${at}`, () => nodes.give(at, captureId));
        }
        if (hangsUp) schedule.act('its sender hangs up', () => nodes.hangUp(captureId));
        await nodes.send(node, waitMs);
      });
    }
    if (cut !== null) nodes.cutOff(cut.node, cut.forMs);
    for (const milliseconds of passes) schedule.pass(milliseconds);
    if (stops !== null) schedule.act(`node ${stops} stops`, () => nodes.stop(stops));
    const isAnswered = ({ hasHungUp, isRefused, answeredAt }: WaitingSender) =>
      hasHungUp || isRefused || answeredAt !== undefined;
    await schedule.until(() => nodes.isDone() && nodes.senders.every(isAnswered));
    for (const sender of nodes.senders) {
      const fault = faultOf(sender, nodes, schedule.hasFailed);
      if (fault !== undefined) throw new Error(`capture ${sender.captureId}: ${fault}`);
    }
  },
  700,
);

function faultOf(sender: WaitingSender, nodes: WaitingNodes, hasFailed: boolean) {
  const { captureId, node, text, rowThen, hasHungUp, isRefused } = sender;
  const ofIt = nodes.given.filter((given) => given.captureId === captureId);
  const told = ofIt.filter(({ outcome }) => outcome === 'given');
  if (told.length > 1) return 'two listeners are told that the sender gets their answers';
  if (hasHungUp) {
    const isTold = told.length > 0 && text === undefined;
    return isTold ? 'an answer is given to a sender that hung up' : undefined;
  }
  if (isRefused) return told.length === 0 ? undefined : 'an answer is given to nobody';
  const heads = text?.match(/^HTTP\/1\.1 \d+/gm) ?? [];
  if (heads.length !== 1) return `its sender gets ${heads.length} answers`;
  const status = Number(heads[0]?.slice('HTTP/1.1 '.length));
  const [first] = told;
  if (status !== listenerStatus) {
    if (first !== undefined)
      return `answered ${status}, and listener ${first.number} told otherwise`;
    if (status === tryAgainStatus && hasFailed) return undefined;
    if (status !== otherwise) return `answered ${status}`;
    if (rowThen !== undefined) return `answered otherwise before that was decided: ${rowThen}`;
    const isEarly = (sender.answeredAt ?? 0) < (sender.waitsUntil ?? 0);
    return isEarly && !nodes.stopped.has(node) ? 'answered before its time' : undefined;
  }
  const number = Number(/listener (\d+)$/.exec(text ?? '')?.[1]);
  if (rowThen !== String(status))
    return `answered by a listener before that was stored: ${rowThen}`;
  return byListener(number, ofIt);
}

function byListener(number: number, ofIt: readonly Given[]): string | undefined {
  const it = ofIt.find((given) => given.number === number);
  if (it === undefined) return `answered by listener ${number}, which answered another`;
  if (it.outcome === 'given' || it.outcome === 'unknown') return undefined;
  return `answered by listener ${number}, who is told ${it.outcome}`;
}
