import { beingLookedInto } from '@hookwell/core/api/sentences';
import { ofAttempt } from '@hookwell/core/rules/settings';
import type {
  AnswerPlan,
  NewCapture,
  PlannedAnswer,
  StoredAnswer,
  StoredVerdict,
} from './captures.ts';

/** The columns that a capture's answer adds, by the number of its attempt. */
export function answeredAs(answering: AnswerPlan, attempt: number): StoredAnswer {
  const { delivery, answers, verdict, signature, event } = answering;
  const { answer } = ofAttempt(answers, attempt);
  return answeredBy({ delivery, attempt, answer, verdict, signature, event });
}

/** The columns of an answer as they are stored. */
interface AnswerColumns {
  delivery: string;
  attempt: number;
  answer: string;
  /** Null, absent or empty if the endpoint did not verify the request; then the two others do not count. */
  verdict: string | null | undefined;
  signature: string | null | undefined;
  event: string | null | undefined;
  /** Null or absent if the answer was not cut short. */
  cut_short_after?: number | null | undefined;
}

/** The part of an answer that is shown. */
export function answeredBy(columns: AnswerColumns): StoredAnswer {
  const { delivery, attempt, answer, verdict, signature, event } = columns;
  const answered: StoredAnswer = { delivery, attempt, answer };
  if (typeof columns.cut_short_after === 'number') answered.cutShortAfter = columns.cut_short_after;
  if (!verdict || !signature) return answered;
  const verified: StoredVerdict = { verdict, signature };
  if (event) verified.event = event;
  return { ...answered, verified };
}

/** The texts that a capture brings along for its answer, on its way to the database. */
export const answeringTexts = [
  'delivery',
  /** See `answersText`. */
  'answers',
  'bodyHash',
  /** This one and the others are empty if there is none. */
  'idHash',
  'event',
  'signature',
  'verdict',
] as const;

export interface AnswerPlanRow extends Record<(typeof answeringTexts)[number], string> {
  /** The index of the capture in its group. */
  index: number;
}

/** The same of several captures: an array of each value, which takes half the time to hand over to a thread. */
export type AnswerPlanColumns = { [Name in keyof AnswerPlanRow]: AnswerPlanRow[Name][] };

/** The rows of those captures of a group that have an answer to count for. */
export function answeringRows(captures: readonly NewCapture[]): AnswerPlanRow[] {
  const rows: AnswerPlanRow[] = [];
  if (captures.every(({ answering }) => answering === undefined)) return rows;
  for (const [index, { answering }] of captures.entries()) {
    if (answering === undefined) continue;
    rows.push({
      index,
      delivery: storable(answering.delivery),
      answers: answersText(answering.answers),
      bodyHash: storable(answering.bodyHash),
      idHash: storable(answering.idHash ?? ''),
      event: storable(answering.event ?? ''),
      signature: storable(answering.signature ?? ''),
      verdict: answering.verdict ?? '',
    });
  }
  return rows;
}

/**
 * The text with U+FFFD in place of U+0000 and of surrogates without the other half: PostgreSQL takes neither, and the
 * captures of others would fail with them.
 */
function storable(text: string): string {
  const wellFormed = text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\ufffd') : wellFormed;
}

type AnswerEntry = [answer: string, retryAfter: number | null];

/** Planned answers as JSON: `[[answer, seconds of Retry-After or null], …]`. */
function answersText(answers: readonly PlannedAnswer[]): string {
  const entries = answers.map(
    ({ answer, retryAfter }): AnswerEntry => [storable(answer), retryAfter ?? null],
  );
  return JSON.stringify(entries);
}

export function answeringColumns(captures: readonly NewCapture[]): AnswerPlanColumns | undefined {
  const rows = answeringRows(captures);
  if (rows.length === 0) return undefined;
  const columns: AnswerPlanColumns = {
    index: [],
    delivery: [],
    answers: [],
    bodyHash: [],
    idHash: [],
    event: [],
    signature: [],
    verdict: [],
  };
  for (const row of rows) {
    columns.index.push(row.index);
    for (const name of answeringTexts) columns[name].push(row[name]);
  }
  return columns;
}

/** The answer to an attempt, of those that `answersText` wrote. */
export function plannedAnswer(
  text: string,
  attempt: number,
): { answer: string; retryAfter: number | null } {
  // `answersText` writes this.
  const [answer, retryAfter] = ofAttempt(JSON.parse(text) as AnswerEntry[], attempt);
  return { answer, retryAfter };
}

const lost = 'The cause was not looked for: the service stopped meanwhile.';

/** For so long, in milliseconds, a cause is looked for. After that nobody does, whatever is stored. */
const mostPendingMs = 15_000;

/** The last member of a finding that is stored until its cause is known: milliseconds since 1970. */
const untilMember = ',"until":';

/**
 * A finding whose reason ends with `beingLookedInto`, as it is stored until the cause is known. With it stands for how long
 * that is so, so that it tells the truth even if the node that looks for the cause dies.
 * @param finding a JSON object as text, with members
 */
export function pendingSignature(finding: string): string {
  return `${finding.slice(0, -1)}${untilMember}${Date.now() + mostPendingMs}}`;
}

/**
 * A stored finding as it is shown.
 * @param stored the JSON text of a `SignatureFinding`, or of a pending one
 */
export function shownSignature(stored: string, now = Date.now()): string {
  // A quote within a string of JSON has a backslash before it, so only the member itself looks like this.
  const at = stored.lastIndexOf(untilMember);
  if (at === -1) return stored;
  const shown = `${stored.slice(0, at)}}`;
  const until = Number(stored.slice(at + untilMember.length, -1));
  return now <= until ? shown : shown.replace(`${beingLookedInto}"`, `${lost}"`);
}
