import type { Send } from '../../history/operation.ts';
import type { Capture } from '../captures.ts';
import { countUntil } from '../earliest.ts';
import type { Facts } from '../facts.ts';
import type { Findings } from '../findings.ts';
import { eachShowing } from '../showings.ts';
import type { WholeLists } from './whole-lists.ts';

/**
 * Attempts are counted.
 *
 * The captures of one delivery have the attempts 1 to n in the order of their ids. A send without an answer may have been stored and
 * counted although nothing shows it: only such a send, begun in time, explains a number that is missing; and none does where a whole
 * list has that id or a higher one. Each attempt is answered as the plan says, and its sender got that status. Every read shows the
 * same number and the same answer. What could not be examined, while the database was away for example, is stored as a delivery of its
 * own and answered 503.
 */
export function judgeAttempts(facts: Facts, lists: WholeLists, findings: Findings): void {
  judgeSameness(facts, findings);
  const deliveries = Map.groupBy(deliveriesOf(facts), ({ endpoint }) => endpoint);
  for (const { endpoint, plan } of facts.endpoints.ofKind('attempts')) {
    const whole = lists.completeThrough(endpoint);
    const sends = Map.groupBy(deliveries.get(endpoint) ?? [], ({ delivery }) => delivery);
    for (const ofOne of sends.values()) judgeDelivery(ofOne, plan ?? [200], whole, facts, findings);
  }
}

/** What may have been stored of deliveries. */
function deliveriesOf({ operations }: Facts): Send[] {
  return operations
    .filter((operation) => operation.kind === 'send')
    .filter(({ delivery, outcome }) => delivery !== undefined && outcome !== 'refused');
}

/** A number or an answer is there, and does not change from one read to the next. */
function judgeSameness({ operations, endpoints, captures }: Facts, findings: Findings): void {
  const told = new Set<number>();
  eachShowing(operations, (seen, place) => {
    if (endpoints.get(seen.endpoint)?.endpointKind !== 'attempts' || told.has(seen.id)) return;
    const capture = captures.byId.get(seen.id);
    const { attempt, answer } = capture?.seen ?? seen;
    if (seen.attempt === attempt && seen.answer === answer && attempt !== undefined) return;
    told.add(seen.id);
    const text =
      `id ${seen.id} is attempt ${seen.attempt}, answered ${seen.answer}, ` +
      `and was attempt ${attempt}, answered ${answer}`;
    const anomaly =
      seen.attempt === attempt && attempt !== undefined ? 'undecided-answer' : 'attempts';
    findings.report(anomaly, text, capture?.seenIn ?? -1, place);
  });
}

function judgeDelivery(
  sends: readonly Send[],
  plan: readonly number[],
  whole: number,
  { captures, sends: places }: Facts,
  findings: Findings,
): void {
  const stored = sends
    .map(({ mark }) => captures.byMark.get(mark))
    .filter((capture) => capture !== undefined)
    .filter((capture) => !judgeUnexamined(capture, plan, findings))
    .sort((a, b) => a.id - b.id);
  const unseen = sends.filter(({ mark }) => !captures.byMark.has(mark));
  for (const send of unseen) judgeUnseen(send, plan, places, findings);
  const begins = unseen.map(({ began }) => began).sort((a, b) => a - b);
  let left = 0;
  for (const [index, capture] of stored.entries()) {
    const rank = index + 1;
    const mostLeft =
      capture.id <= whole
        ? 0
        : countUntil(begins.length, (at) => (begins[at] ?? 0) > capture.existsBy);
    const attempt = capture.seen?.attempt;
    if (attempt === undefined) {
      judgeStatus(capture, plan, rank + left, rank + mostLeft, findings);
      continue;
    }
    if (attempt - rank < left || attempt - rank > mostLeft) {
      const text =
        `id ${capture.id} is attempt ${attempt} of its delivery, with ${index} before it, ` +
        `${left} left out so far, and ${mostLeft} that may be`;
      findings.report('attempts', text, capture.sentIn, capture.seenIn);
      return;
    }
    left = attempt - rank;
    judgeStatus(capture, plan, attempt, attempt, findings);
    judgeAnswer(capture, plan, attempt, findings);
  }
}

/** Whether it is shown with the answer of what could not be examined, and its sender was told nothing else: then it is a first attempt. */
function judgeUnexamined(
  { id, send, sentIn, seen, seenIn }: Capture,
  plan: readonly number[],
  findings: Findings,
): boolean {
  const isUnexamined = seen?.answer === '503' && !plan.includes(503) && send?.outcome !== 'stored';
  if (isUnexamined && seen.attempt !== 1) {
    const text = `id ${id} could not be examined, and is attempt ${seen.attempt} of its own delivery`;
    findings.report('attempts', text, sentIn, seenIn);
  }
  return isUnexamined;
}

/** Nobody knows which attempt it is: its sender got what some attempt gets. */
function judgeUnseen(
  { mark, outcome, status }: Send,
  plan: readonly number[],
  places: Facts['sends'],
  findings: Findings,
): void {
  if (outcome !== 'stored' || plan.includes(status)) return;
  const text = `the sender of mark ${mark} got ${status}: its plan says ${plan.join(', ')}`;
  findings.report('undecided-answer', text, places.get(mark) ?? -1);
}

/** The sender got what the plan has for one of these attempts. */
function judgeStatus(
  { id, send, sentIn, seenIn }: Capture,
  plan: readonly number[],
  first: number,
  last: number,
  findings: Findings,
): void {
  if (send?.outcome !== 'stored') return;
  const steps = plan.slice(Math.min(first, plan.length) - 1, last);
  if (steps.includes(send.status)) return;
  const text = `the sender of id ${id}, attempt ${first}, got ${send.status}: its plan says ${steps.join(' or ')}`;
  findings.report('undecided-answer', text, sentIn, seenIn);
}

function judgeAnswer(
  { id, seen, seenIn }: Capture,
  plan: readonly number[],
  attempt: number,
  findings: Findings,
): void {
  const step = plan[Math.min(attempt, plan.length) - 1];
  if (seen?.answer === String(step)) return;
  const text = `id ${id}, attempt ${attempt}, is shown with the answer ${seen?.answer}: its plan says ${step}`;
  findings.report('undecided-answer', text, seenIn);
}
