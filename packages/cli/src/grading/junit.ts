import type { Finding, Grade } from '@hookwell/client';
import { idsText } from '@hookwell/verdict';
import {
  escapedXml,
  type JunitSuite,
  junitXml,
  unendedJunitXml,
  xmlAttributes,
} from '../output/junit-xml.ts';

const name = 'hookwell grade';
const classname = 'hookwell.grade';

/** The suite without its counts. */
type GradeSuite = Omit<JunitSuite, 'counts' | 'name'>;

/**
 * A report for continuous integration: one test case for each expectation. An expectation that the attempts do not
 * tell about counts as failed.
 */
export function junitReport(grade: Grade, suite: GradeSuite): string {
  const cases = grade.findings.map((finding) => testCase(finding));
  const failures = grade.findings.filter(({ holds }) => !holds).length;
  const attempts = grade.attempts.map(({ id, receivedAt, answer }, index) => {
    return `attempt ${index + 1}: #${id} ${receivedAt} ${answer}`;
  });
  const counts = { tests: cases.length, failures, errors: 0, skipped: 0 };
  return junitXml({ ...suite, name, counts }, [
    `<properties><property name="plan" value="${escapedXml(grade.plan.join(', '))}"/></properties>`,
    ...cases,
    `<system-out>${escapedXml(attempts.join('\n'))}</system-out>`,
  ]);
}

/** The report that stands there until the grade has ended. */
export function unendedJunitReport(suite: GradeSuite): string {
  return unendedJunitXml({ ...suite, name }, { work: 'grade', classname });
}

function testCase({ expectation, holds, isKnown, sentence, requestIds }: Finding): string {
  const head = xmlAttributes({ name: expectation, classname, time: 0 });
  const requests = requestIds.length === 0 ? '' : ` (${idsText(requestIds)})`;
  const text = escapedXml(sentence + requests);
  const failure = `<failure ${xmlAttributes({ message: sentence, type: isKnown ? 'failed' : 'unknown' })}>${text}</failure>`;
  const content = holds ? `<system-out>${text}</system-out>` : failure;
  return `<testcase ${head}>${content}</testcase>`;
}
