import type { Finding, Grade } from '@hookwell/client';
import { idsText } from '@hookwell/verdict';

/** The subject of a report. */
export interface GradeSubject {
  /** Its name; `undefined` if nobody has given it one: its token changes from run to run, and whoever has it can send. */
  endpoint: string | undefined;
  startedAt: Date;
  elapsedMs: number;
}

/**
 * A report in the XML that JUnit began and that continuous integration reads: one test case for each expectation. An
 * expectation that the attempts do not tell about counts as failed.
 */
export function junitReport(grade: Grade, subject: GradeSubject): string {
  const cases = grade.findings.map((finding) => testCase(finding, subject));
  const failures = grade.findings.filter(({ holds }) => !holds).length;
  const attempts = grade.attempts.map(({ id, receivedAt, answer }, index) => {
    return `attempt ${index + 1}: #${id} ${receivedAt} ${answer}`;
  });
  return suite(subject, { tests: cases.length, failures, errors: 0 }, [
    `<properties><property name="plan" value="${escaped(grade.plan.join(', '))}"/></properties>`,
    ...cases,
    `<system-out>${escaped(attempts.join('\n'))}</system-out>`,
  ]);
}

/** The report that stands there until the grade has ended: a grade that was killed has no other. */
export function unendedJunitReport(subject: GradeSubject): string {
  const error = '<error message="The grade has not ended" type="unended"/>';
  return suite(subject, { tests: 1, failures: 0, errors: 1 }, [
    `<testcase ${attributes({ name: 'grade', classname: classOf(subject) })}>${error}</testcase>`,
  ]);
}

function suite(
  { endpoint, startedAt, elapsedMs }: GradeSubject,
  counts: Record<'tests' | 'failures' | 'errors', number>,
  content: readonly string[],
): string {
  const described = attributes({
    name: endpoint === undefined ? 'hookwell grade' : `hookwell grade ${endpoint}`,
    ...counts,
    skipped: 0,
    time: (elapsedMs / 1000).toFixed(3),
    timestamp: startedAt.toISOString().slice(0, 19),
  });
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite ${described}>`,
    ...content.map((line) => `    ${line}`),
    '  </testsuite>',
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function testCase(
  { expectation, holds, isKnown, sentence, requestIds }: Finding,
  subject: GradeSubject,
): string {
  const head = attributes({ name: expectation, classname: classOf(subject), time: 0 });
  const requests = requestIds.length === 0 ? '' : ` (${idsText(requestIds)})`;
  const text = escaped(sentence + requests);
  const failure = `<failure ${attributes({ message: sentence, type: isKnown ? 'failed' : 'unknown' })}>${text}</failure>`;
  const content = holds ? `<system-out>${text}</system-out>` : failure;
  return `<testcase ${head}>${content}</testcase>`;
}

function classOf({ endpoint }: GradeSubject): string {
  return endpoint === undefined ? 'hookwell.grade' : `hookwell.grade.${endpoint}`;
}

function attributes(values: Record<string, string | number>): string {
  const pairs = Object.entries(values);
  return pairs.map(([name, value]) => `${name}="${escaped(String(value))}"`).join(' ');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text for content and attributes. Characters that XML 1.0 has no place for are replaced. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
