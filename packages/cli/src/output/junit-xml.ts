/** The suite of a report in the XML that JUnit began and that continuous integration reads. */
export interface JunitSuite {
  name: string;
  startedAt: Date;
  elapsedMs: number;
  counts: Readonly<Record<'tests' | 'failures' | 'errors' | 'skipped', number>>;
}

/** A report with one suite, whose elements are given as lines. */
export function junitXml(
  { name, startedAt, elapsedMs, counts }: JunitSuite,
  content: readonly string[],
): string {
  const described = xmlAttributes({
    name,
    ...counts,
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

/**
 * The report that stands there until a command has ended: one that was killed has no other.
 * @param work what has not ended: `grade`
 */
export function unendedJunitXml(
  suite: Omit<JunitSuite, 'counts'>,
  { work, classname }: { work: string; classname: string },
): string {
  const error = `<error message="The ${work} has not ended" type="unended"/>`;
  return junitXml({ ...suite, counts: { tests: 1, failures: 0, errors: 1, skipped: 0 } }, [
    `<testcase ${xmlAttributes({ name: work, classname })}>${error}</testcase>`,
  ]);
}

export function xmlAttributes(values: Readonly<Record<string, string | number>>): string {
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
export function escapedXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
