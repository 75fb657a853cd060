import { expect, test } from 'vitest';
import { UploadPace } from '../../src/receive/upload-pace.ts';
import { eventually } from '../eventually.ts';

const mebibyte = 1024 * 1024;

/** A request, as far as its pace is concerned. */
class Upload {
  isPaused = false;
  readonly #onResume: () => void;

  constructor(onResume: () => void = () => {}) {
    this.#onResume = onResume;
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    this.#onResume();
  }
}

test('one large body is read as it comes, many at once wait for each other', async () => {
  let now = 0;
  const pace = new UploadPace(() => now);
  const goneOn: string[] = [];
  const [first, second, third] = ['first', 'second', 'third'].map(
    (name) => new Upload(() => goneOn.push(name)),
  ) as [Upload, Upload, Upload]; // three names, three uploads
  for (let came = 0; came < 25 * mebibyte; came += 65_536) pace.came(first, 65_536);
  expect(first.isPaused).toBe(false);
  pace.came(second, 7 * mebibyte);
  expect(second.isPaused).toBe(true);
  pace.came(third, 65_536);
  pace.came(first, 65_536);
  expect([first, second, third].map(({ isPaused }) => isPaused)).toEqual([true, true, true]);

  now += 1000;
  await eventually(() => goneOn.length === 3);
  // They go on in the order in which they began to wait.
  expect(goneOn).toEqual(['second', 'third', 'first']);
});

test('a second of it is 128 MiB', () => {
  let now = 0;
  const pace = new UploadPace(() => now);
  let read = 0;
  for (; now < 1000; now += 1) {
    for (;;) {
      const one = new Upload();
      pace.came(one, mebibyte / 4);
      read += mebibyte / 4;
      if (one.isPaused) break;
    }
  }
  // The first burst comes on top, and for each millisecond a piece that is asked for too early.
  expect(read / mebibyte).toBeGreaterThan(128);
  expect(read / mebibyte).toBeLessThan(128 + 32 + 1000 / 4);
});
