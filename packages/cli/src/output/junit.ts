import { writeFileWhole } from './output-file.ts';

/** A test case of a report. */
export interface JunitCase {
  name: string;
  outcome: 'success' | 'failure' | 'error' | 'skipped';
  /** In a sentence, unless it is a success. */
  message?: string;
  /** The kind of a failure or an error. */
  type?: string;
  text?: string;
}

/** The content of a report. */
export interface JunitReport {
  cases: readonly JunitCase[];
  properties?: Readonly<Record<string, string>>;
  /** The text of the whole suite. */
  output?: string;
}

/** The time that a report tells. */
interface JunitTime {
  startedAt: Date;
  elapsedMs: number;
}

/**
 * A report in the XML that JUnit began and that continuous integration reads, with one suite.
 * @param work the command that it is about: `grade`
 */
export function junitXml(
  work: string,
  { startedAt, elapsedMs }: JunitTime,
  { cases, properties = {}, output }: JunitReport,
): string {
  const count = (outcome: JunitCase['outcome']) =>
    cases.filter((one) => one.outcome === outcome).length;
  const described = xmlAttributes({
    name: `hookwell ${work}`,
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: (elapsedMs / 1000).toFixed(3),
    timestamp: startedAt.toISOString().slice(0, 19),
  });
  const named = Object.entries(properties).map(
    ([name, value]) => `<properties><property ${xmlAttributes({ name, value })}/></properties>`,
  );
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite ${described}>`,
    ...named.map((line) => `    ${line}`),
    ...cases.map((one) => `    ${testCase(one, `hookwell.${work}`)}`),
    ...(output === undefined ? [] : [`    <system-out>${escapedXml(output)}</system-out>`]),
    '  </testsuite>',
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function testCase({ name, outcome, text = '', ...details }: JunitCase, classname: string): string {
  const tag = outcome === 'success' ? 'system-out' : outcome;
  const attributes = xmlAttributes(details);
  const start = attributes === '' ? tag : `${tag} ${attributes}`;
  const head = xmlAttributes({ name, classname, time: 0 });
  return `<testcase ${head}><${start}>${escapedXml(text)}</${tag}></testcase>`;
}

/**
 * Writes a first report at once, so that a file that cannot be written is known before, and a command that was killed has one
 * that says so. Gives what writes the last one.
 */
export async function junitInto(
  file: string | undefined,
  work: string,
): Promise<(report: JunitReport) => Promise<void>> {
  if (file === undefined) return async () => {};
  const startedAt = new Date();
  const started = performance.now();
  const write = async (report: JunitReport) => {
    const time = { startedAt, elapsedMs: performance.now() - started };
    await writeFileWhole(file, (writePiece) => writePiece(junitXml(work, time, report)));
  };
  const message = `The ${work} has not ended`;
  await write({ cases: [{ name: work, outcome: 'error', message, type: 'unended' }] });
  return write;
}

function xmlAttributes(values: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(values);
  return pairs.map(([name, value]) => `${name}="${escapedXml(String(value))}"`).join(' ');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text for content and attributes. Characters that XML 1.0 has no place for are replaced. */
function escapedXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
