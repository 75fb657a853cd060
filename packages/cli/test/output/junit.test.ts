import type { Finding, Grade } from '@hookwell/client';
import { expect, test } from 'vitest';
import { gradeReport } from '../../src/commands/grade.ts';
import { junitXml } from '../../src/output/junit.ts';
import { named } from '../xml-elements.ts';

const finding: Finding = {
  expectation: 'attempts>=4',
  holds: true,
  isKnown: true,
  isFinal: true,
  sentence: '4 attempts arrived.',
  requestIds: [1, 2],
};
const grade: Grade = {
  outcome: 'failed',
  isFinal: true,
  isRestored: true,
  plan: ['500', 'timeout 10s'],
  attempts: [{ id: 1, receivedAt: '2026-03-01T12:00:00.000Z', answer: '500', bodyHash: 'b' }],
  findings: [
    finding,
    { ...finding, expectation: 'same-id', holds: false, sentence: 'Another id than #1 came.' },
    { ...finding, expectation: 'same-body', holds: false, isKnown: false, requestIds: [] },
  ],
};
const subject = {
  startedAt: new Date('2026-03-01T12:00:00.000Z'),
  elapsedMs: 12_345.6,
};

test('stays well-formed with any characters in it', async () => {
  const hostile = `<&>"'\u0000\u001b\ud800\ufffe]]>é€😀\n`;
  const sentence = `${hostile}.`;
  const findings = [{ ...finding, holds: false, expectation: hostile, sentence }];
  const xml = junitXml(
    'grade',
    subject,
    await gradeReport({ ...grade, findings, plan: [hostile] }),
  );
  const shown = `<&>"'\ufffd\ufffd\ufffd\ufffd]]>é€😀`;
  expect(named(xml, 'failure')[0]?.text).toBe(`${shown}\n. (#1 and #2)`);
  // A line break in an attribute is read as a space (XML 1.0, section 3.3.3).
  expect(named(xml, 'property')[0]?.attributes.value).toBe(`${shown} `);
});
