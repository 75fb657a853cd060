import { expect, test } from 'vitest';
import { Work } from '../../src/match/index.ts';
import {
  examinationWork,
  examineInSteps,
  mostWork,
  quickWork,
  readSettings,
} from '../../src/rules/index.ts';
import { factsWith } from './facts.ts';

test('usual settings are quick work for bodies of up to 16 KiB, many terms on a long body are not', () => {
  const usual = readSettings({
    replies: [
      { when: 'json.type=invoice.paid', body: 'thanks' },
      { when: 'json.data.object.id=in_1', plan: ['500', '429 retry-after=60', '200'] },
      { when: 'json.amount>1000', status: 202 },
    ],
  });
  const head = 2048;
  expect(examinationWork(usual, { head, body: 1024 })).toBeLessThan(quickWork / 5);
  expect(examinationWork(usual, { head, body: 16 * 1024 })).toBeLessThan(quickWork);
  expect(examinationWork(usual, { head: 32 * 1024, body: 1024 * 1024 })).toBeLessThan(mostWork);
  const many = readSettings({ replies: Array(100).fill({ when: 'word' }) });
  expect(examinationWork(many, { head, body: 64 * 1024 })).toBeGreaterThan(quickWork);
});

test('values beside one another are gone through once, those in one another each time', () => {
  const size = { head: 0, body: 1024 * 1024 };
  const workOf = (terms: readonly string[]) =>
    examinationWork(readSettings({ replies: [{ when: terms.join(' ') }] }), size);
  const numbers = Array.from({ length: 20 }, (_, index) => index);
  const beside = workOf(numbers.map((index) => `json.n${index}:x`));
  const within = workOf(numbers.map((index) => `json${'.a'.repeat(index + 1)}:x`));
  expect(within).toBeGreaterThan(3 * beside);
});

test('a long body is examined in steps', () => {
  const body = `{"a":[${'1,'.repeat(100_000)}1],"type":"b"}`;
  const read = readSettings({ replies: [{ when: 'json.type=b word' }, { when: 'json.type=b' }] });
  const work = new Work();
  const steps = examineInSteps(read, factsWith({ text: body }), work);
  let pauses = 0;
  for (;;) {
    const { done, value } = steps.next();
    if (done) {
      expect(value.schedule).toEqual([{ from: 1, answer: '200', reply: 1, step: 0 }]);
      break;
    }
    pauses += 1;
  }
  expect(pauses).toBeGreaterThan(4);
});
