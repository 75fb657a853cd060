import type { ListenerAnswer, Seen } from '../../history/operation.ts';
import type { Capture } from '../captures.ts';
import type { Facts } from '../facts.ts';
import { type Findings, time } from '../findings.ts';
import { eachShowing } from '../showings.ts';

/** Listeners' answers that were not refused. */
interface Answers {
  byNumber: ReadonlyMap<number, { place: number; given: ListenerAnswer }>;
  /** By the id of the capture: the first beginning of one. */
  firstFor: ReadonlyMap<number, number>;
  /** By the id of the capture: when it was known that a listener had decided. */
  decidedBy: Map<number, { by: number; place: number }>;
}

/**
 * Senders get the answer that was decided, once and for all.
 *
 * The answer that a sender got was given by a listener for that very capture and not refused, or else was the settings' own (another rule
 * looks at those). An answer that the service took (204) is what its sender gets, if that hears anything; two are never
 * taken for one capture. Once a sender or a listener was told so, or a read said so, every read that begins afterwards says that a
 * listener answered, with the status that the sender got; of what was answered otherwise, none ever does.
 */
export function judgeAnswers(facts: Facts, findings: Findings): void {
  const answers = answersOf(facts);
  judgeSenders(facts, answers, findings);
  judgeTaken(facts, findings);
  judgeShown(facts, answers, findings);
}

function answersOf({ operations }: Facts): Answers {
  const byNumber = new Map<number, { place: number; given: ListenerAnswer }>();
  const firstFor = new Map<number, number>();
  const decidedBy: Answers['decidedBy'] = new Map();
  const decided = (id: number, by: number, place: number) => {
    if (by < (decidedBy.get(id)?.by ?? Number.POSITIVE_INFINITY)) decidedBy.set(id, { by, place });
  };
  for (const [place, operation] of operations.entries()) {
    if (operation.kind === 'send' && operation.answer !== undefined) {
      if (operation.id !== undefined) decided(operation.id, operation.ended, place);
    }
    if (operation.kind !== 'answer' || operation.outcome === 'refused') continue;
    const { id, answer, began, ended, outcome } = operation;
    byNumber.set(answer, { place, given: operation });
    firstFor.set(id, Math.min(firstFor.get(id) ?? began, began));
    if (outcome === 'done') decided(id, ended, place);
  }
  eachShowing(operations, ({ id, answeredBy }, place, _began, by) => {
    if (answeredBy !== undefined) decided(id, by, place);
  });
  return { byNumber, firstFor, decidedBy };
}

/** What senders got was given for them. */
function judgeSenders({ operations }: Facts, { byNumber }: Answers, findings: Findings): void {
  for (const [place, operation] of operations.entries()) {
    if (operation.kind !== 'send' || operation.answer === undefined) continue;
    const { answer, mark, id, ended } = operation;
    const found = byNumber.get(answer);
    const isForIt =
      found !== undefined &&
      found.given.began <= ended &&
      found.given.id === (id ?? found.given.id);
    if (isForIt) continue;
    const text = `the sender of mark ${mark} (id ${id}) got answer ${answer}, which no listener gave for it until ${time(ended)}`;
    findings.report('undecided-answer', text, found?.place ?? -1, place);
  }
}

/** What the service took from listeners is what senders got. */
function judgeTaken({ operations, captures }: Facts, findings: Findings): void {
  const taken = new Map<number, number>();
  for (const [place, operation] of operations.entries()) {
    if (operation.kind !== 'answer' || operation.outcome !== 'done') continue;
    const { id, answer } = operation;
    const before = taken.get(id);
    if (before !== undefined) {
      findings.report('undecided-answer', `two answers were taken for id ${id}`, before, place);
    }
    taken.set(id, place);
    const { send, sentIn = -1 } = captures.byId.get(id) ?? {};
    if (send?.outcome !== 'stored' || send.answer === answer) continue;
    const got =
      send.answer === undefined ? `status ${send.status} of its settings` : `answer ${send.answer}`;
    const text = `answer ${answer} was taken for id ${id}, and its sender got ${got}`;
    findings.report('undecided-answer', text, sentIn, place);
  }
}

function judgeShown(
  { operations, endpoints, captures }: Facts,
  answers: Answers,
  findings: Findings,
) {
  const told = new Set<number>();
  eachShowing(operations, (seen, place, began, by) => {
    const kind = endpoints.get(seen.endpoint)?.endpointKind;
    // Of the answers of plans another rule says more.
    if (kind === undefined || kind === 'attempts' || told.has(seen.id)) return;
    const capture = captures.byId.get(seen.id);
    const problem = problemOf(seen, capture, began, by, answers);
    if (problem === undefined) return;
    told.add(seen.id);
    const decided = answers.decidedBy.get(seen.id)?.place ?? -1;
    findings.report('undecided-answer', problem, capture?.sentIn ?? -1, decided, place);
  });
}

function problemOf(
  { id, answer, answeredBy }: Seen,
  capture: Capture | undefined,
  began: number,
  by: number,
  { firstFor, decidedBy }: Answers,
): string | undefined {
  const sender = capture?.send?.outcome === 'stored' ? capture.send : undefined;
  if (answeredBy === 'listener') {
    if ((firstFor.get(id) ?? Number.POSITIVE_INFINITY) > by)
      return `id ${id} is shown at ${time(by)} as answered by a listener, and none had answered`;
    if (sender !== undefined && sender.answer === undefined)
      return `id ${id} is shown as answered by a listener, and its sender got status ${sender.status} of its settings`;
  } else {
    const decided = decidedBy.get(id)?.by ?? Number.POSITIVE_INFINITY;
    if (decided < began)
      return `id ${id} was answered by a listener by ${time(decided)}, and what began at ${time(began)} does not say so`;
  }
  const isOfSender = (sender?.answer !== undefined) === (answeredBy === 'listener');
  if (sender === undefined || answer === undefined || !isOfSender) return undefined;
  if (answer === String(sender.status)) return undefined;
  return `id ${id} is shown with the answer ${answer}, and its sender got ${sender.status}`;
}
