import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileContent } from '../../src/disk/files/file-content.ts';
import { Space } from '../../src/disk/files/space.ts';
import { Survival, survivalKinds } from '../../src/disk/files/survival.ts';

const pageBytes = 4096;
const sectorBytes = 512;

/** The last bytes of a file, and those of its last sync. */
interface Model {
  last: Buffer;
  synced: Buffer;
}

type Step =
  | { kind: 'write'; offset: number; length: number }
  | { kind: 'resize'; size: number }
  | { kind: 'sync' }
  | { kind: 'lose'; survival: (typeof survivalKinds)[number]; seed: number };

const size = fc.oneof(
  fc.nat(5 * pageBytes),
  fc.nat(5).map((pages) => pages * pageBytes),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('write'),
    offset: size,
    length: fc.integer({ min: 1, max: 9000 }),
  }),
  fc.record({ kind: fc.constant('resize'), size }),
  fc.record({ kind: fc.constant('sync') }),
  fc.record({
    kind: fc.constant('lose'),
    survival: fc.constantFrom(...survivalKinds),
    seed: fc.nat(),
  }),
);

function resized(bytes: Buffer, size: number): Buffer {
  const result = Buffer.alloc(size);
  bytes.copy(result);
  return result;
}

/** Each sector that a power failure left is that of the last sync or of the last write. */
function expectMixture(left: Buffer, { last, synced }: Model): void {
  const [before, after] = [resized(synced, left.byteLength), resized(last, left.byteLength)];
  for (let at = 0; at < left.byteLength; at += sectorBytes) {
    const [sector, one, other] = [left, before, after].map((bytes) =>
      bytes.subarray(at, at + sectorBytes).toString('hex'),
    );
    expect([one, other]).toContain(sector);
  }
  const [smaller, larger] = [last.byteLength, synced.byteLength].sort((a, b) => a - b);
  expect(left.byteLength).toBeGreaterThanOrEqual(smaller ?? 0);
  expect(left.byteLength).toBeLessThanOrEqual(larger ?? 0);
}

test('a file reads as it was written, keeps what was synced, and loses nothing else than what was not', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const file = new FileContent(new Space());
      const model: Model = { last: Buffer.alloc(0), synced: Buffer.alloc(0) };
      for (const [index, step] of steps.entries()) {
        if (step.kind === 'write') {
          const bytes = Buffer.alloc(step.length, index + 1);
          const end = Math.max(model.last.byteLength, step.offset + step.length);
          model.last = resized(model.last, end);
          bytes.copy(model.last, step.offset);
          expect(file.write(step.offset, bytes)).toBe(step.length);
        } else if (step.kind === 'resize') {
          model.last = resized(model.last, step.size);
          file.resize(step.size);
        } else if (step.kind === 'sync') {
          model.synced = model.last;
          file.sync();
        } else {
          file.lose(new Survival(step.survival, step.seed));
          const left = file.read(0, file.size);
          if (step.survival === 'nothing') expect(left.equals(model.synced)).toBe(true);
          else expectMixture(left, model);
          model.last = left;
          model.synced = left;
        }
        model.last = Buffer.from(model.last);
        expect(file.read(0, file.size).equals(model.last)).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});
