import { Writable } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { expect, test } from 'vitest';
import { printOn } from '../src/terminal.ts';

test('lines for a terminal that takes none are bounded, it is told how many were left out, and its end ends nothing', () => {
  let take = () => {};
  const taken: string[] = [];
  const terminal = new Writable({
    decodeStrings: false,
    write: (line, _encoding, done) => {
      taken.push(line);
      take = done;
    },
  });
  // Of a terminal it needs only what every stream has.
  const print = printOn(terminal as unknown as WriteStream);
  for (let count = 0; count < 100; count += 1) print('x'.repeat(1023));
  expect(terminal.writableLength).toBe(65 * 1024);
  for (let count = 0; count < 65; count += 1) take();
  expect(terminal.writableLength).toBe(0);
  print('the next');
  expect(taken.at(-1)).toBe('35 lines were left out: the terminal took none\nthe next\n');
  expect(() => terminal.emit('error', new Error('EIO'))).not.toThrow();
});
