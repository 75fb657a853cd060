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
  const one = {};
  const pace = new UploadPace(() => now);
  const goneOn: string[] = [];
  const [first, second, third] = ['first', 'second', 'third'].map(
    (name) => new Upload(() => goneOn.push(name)),
  ) as [Upload, Upload, Upload]; // three names, three uploads
  for (let came = 0; came < 25 * mebibyte; came += 65_536) pace.came(first, 65_536, one);
  expect(first.isPaused).toBe(false);
  pace.came(second, 7 * mebibyte, one);
  expect(second.isPaused).toBe(true);
  pace.came(third, 65_536, one);
  pace.came(first, 65_536, one);
  expect([first, second, third].map(({ isPaused }) => isPaused)).toEqual([true, true, true]);

  now += 1000;
  await eventually(() => goneOn.length === 3);
  // They go on in the order in which they began to wait.
  expect(goneOn).toEqual(['second', 'third', 'first']);
});

test('a second of it is 128 MiB', () => {
  let now = 0;
  const pace = new UploadPace(() => now);
  const party = {};
  let read = 0;
  for (; now < 1000; now += 1) {
    for (;;) {
      const upload = new Upload();
      pace.came(upload, mebibyte / 4, party);
      read += mebibyte / 4;
      if (upload.isPaused) break;
    }
  }
  // The first burst comes on top, and for each millisecond a piece that is asked for too early.
  expect(read / mebibyte).toBeGreaterThan(128);
  expect(read / mebibyte).toBeLessThan(128 + 32 + 1000 / 4);
});

test('an upload waits for one of each party, however many another has', async () => {
  let now = 0;
  const pace = new UploadPace(() => now);
  const goneOn: string[] = [];
  const [many, few] = [{}, {}];
  for (const name of ['a', 'b', 'c'])
    pace.came(new Upload(() => goneOn.push(name)), 40 * mebibyte, many);
  pace.came(new Upload(() => goneOn.push('other')), 65_536, few);
  now += 1000;
  await eventually(() => goneOn.length === 4);
  expect(goneOn).toEqual(['a', 'other', 'b', 'c']);
});
