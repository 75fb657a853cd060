import type { Finding, Grade } from '@hookwell/client';
import { idsText } from '@hookwell/verdict';
import { escapedXml, junitXml, unendedJunitXml, xmlAttributes } from '../output/junit-xml.ts';

/** The subject of a report. */
export interface GradeSubject {
  /** Its name; `undefined` if nobody has given it one: its token changes from run to run, and whoever has it can send. */
  endpoint: string | undefined;
  startedAt: Date;
  elapsedMs: number;
}

/**
 * A report for continuous integration: one test case for each expectation. An expectation that the attempts do not
 * tell about counts as failed.
 */
export function junitReport(grade: Grade, subject: GradeSubject): string {
  const cases = grade.findings.map((finding) => testCase(finding, subject));
  const failures = grade.findings.filter(({ holds }) => !holds).length;
  const attempts = grade.attempts.map(({ id, receivedAt, answer }, index) => {
    return `attempt ${index + 1}: #${id} ${receivedAt} ${answer}`;
  });
  const counts = { tests: cases.length, failures, errors: 0, skipped: 0 };
  return junitXml({ ...suiteOf(subject), counts }, [
    `<properties><property name="plan" value="${escapedXml(grade.plan.join(', '))}"/></properties>`,
    ...cases,
    `<system-out>${escapedXml(attempts.join('\n'))}</system-out>`,
  ]);
}

/** The report that stands there until the grade has ended. */
export function unendedJunitReport(subject: GradeSubject): string {
  return unendedJunitXml(suiteOf(subject), { work: 'grade', classname: classOf(subject) });
}

function suiteOf({ endpoint, startedAt, elapsedMs }: GradeSubject) {
  const name = endpoint === undefined ? 'hookwell grade' : `hookwell grade ${endpoint}`;
  return { name, startedAt, elapsedMs };
}

function testCase(
  { expectation, holds, isKnown, sentence, requestIds }: Finding,
  subject: GradeSubject,
): string {
  const head = xmlAttributes({ name: expectation, classname: classOf(subject), time: 0 });
  const requests = requestIds.length === 0 ? '' : ` (${idsText(requestIds)})`;
  const text = escapedXml(sentence + requests);
  const failure = `<failure ${xmlAttributes({ message: sentence, type: isKnown ? 'failed' : 'unknown' })}>${text}</failure>`;
  const content = holds ? `<system-out>${text}</system-out>` : failure;
  return `<testcase ${head}>${content}</testcase>`;
}

function classOf({ endpoint }: GradeSubject): string {
  return endpoint === undefined ? 'hookwell.grade' : `hookwell.grade.${endpoint}`;
}
