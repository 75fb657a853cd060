import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { UploadPace } from '../../src/receive/upload-pace.ts';
import { eventually } from '../eventually.ts';

const mebibyte = 2 ** 20;

function upload(): Readable {
  return new Readable({ read() {} }).resume();
}

test('one large body is read as it comes, many at once wait for each other', async () => {
  let now = 0;
  const pace = new UploadPace(() => now);
  const [first, second, third] = [upload(), upload(), upload()];
  for (let came = 0; came < 25 * mebibyte; came += 65_536) pace.came(first, 65_536);
  expect(first.isPaused()).toBe(false);
  pace.came(second, 7 * mebibyte);
  expect(second.isPaused()).toBe(true);
  pace.came(third, 65_536);
  pace.came(first, 65_536);
  expect([first, second, third].map((each) => each.isPaused())).toEqual([true, true, true]);

  // Room for one piece: the one that waited first goes on.
  now += 1;
  await eventually(() => !second.isPaused());
  expect([first.isPaused(), third.isPaused()]).toEqual([true, true]);
  pace.came(second, 65_536);
  now += 1000;
  await eventually(() => [first, second, third].every((each) => !each.isPaused()));
});

test('a second of it is 128 MiB', () => {
  let now = 0;
  const pace = new UploadPace(() => now);
  let read = 0;
  for (; now < 1000; now += 1) {
    for (;;) {
      const one = upload();
      pace.came(one, mebibyte / 4);
      read += mebibyte / 4;
      if (one.isPaused()) break;
    }
  }
  // The burst of the beginning comes on top, and a piece a millisecond that is asked for too early.
  expect(read / mebibyte).toBeGreaterThan(128);
  expect(read / mebibyte).toBeLessThan(128 + 32 + 1000 / 4);
});
