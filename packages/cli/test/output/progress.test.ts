import { expect, test } from 'vitest';
import { progressOn } from '../../src/output/terminal.ts';

/** A stream that keeps what is written, and a clock to turn. */
function fake(terminal: { isTTY?: boolean; columns?: number }) {
  const time = { now: 0 };
  const written: string[] = [];
  const stream = { ...terminal, write: (text: string) => written.push(text) };
  return { time, written, progress: progressOn(stream, () => time.now) };
}

test('a terminal has one line, which is drawn in place and cleared in the end', () => {
  const { time, written, progress } = fake({ isTTY: true, columns: 10 });
  progress.show('one');
  progress.show('too soon');
  time.now += 100;
  progress.show('longer than the terminal is wide');
  progress.end();
  progress.end();
  expect(written).toEqual(['\r\u001b[Kone', '\r\u001b[Klonger th', '\r\u001b[K']);
});

test('anything else gets a line now and then', () => {
  const { time, written, progress } = fake({});
  progress.show('one');
  time.now += 9_999;
  progress.show('too soon');
  time.now += 1;
  progress.show('two');
  progress.end();
  expect(written).toEqual(['one\n', 'two\n']);
});
