import {
  escapedXml,
  type JunitSuite,
  junitXml,
  unendedJunitXml,
  xmlAttributes,
} from '../output/junit-xml.ts';
import { type CheckTally, differingWords, type EventTally, fittingWords } from './check-tally.ts';

const classname = 'hookwell.check';

/** The suite without its counts. */
export type CheckSuite = Omit<JunitSuite, 'counts' | 'name'>;

const name = 'hookwell check';

/** A report for continuous integration: one test case for each event, since requests are others each time. */
export function checkJunit({ events }: CheckTally, suite: CheckSuite): string {
  const outcomes = events.map(outcomeOf);
  const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
  const counts = {
    tests: events.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  };
  return junitXml({ ...suite, name, counts }, events.map(testCase));
}

/** The report that stands there until the check has ended. */
export function unendedCheckJunit(suite: CheckSuite): string {
  return unendedJunitXml({ ...suite, name }, { work: 'check', classname });
}

function outcomeOf({ differing, fitting, lines }: EventTally) {
  if (differing > 0) return 'failure';
  if (lines.length > 0) return 'error';
  return fitting > 0 ? 'success' : 'skipped';
}

function testCase(tally: EventTally): string {
  const { event = 'no event', unjudged, reason = '', lines } = tally;
  const head = xmlAttributes({ name: event, classname, time: 0 });
  const text = escapedXml(lines.join('\n'));
  const [firstLine = ''] = lines;
  const fitting = `${fittingWords(tally)}, ${unjudged} not judged`;
  const failure = xmlAttributes({ message: differingWords(tally), type: 'differs' });
  const content = {
    success: `<system-out>${escapedXml(fitting)}</system-out>`,
    failure: `<failure ${failure}>${text}</failure>`,
    error: `<error ${xmlAttributes({ message: firstLine, type: 'unjudged' })}>${text}</error>`,
    skipped: `<skipped ${xmlAttributes({ message: reason })}/>`,
  };
  return `<testcase ${head}>${content[outcomeOf(tally)]}</testcase>`;
}
