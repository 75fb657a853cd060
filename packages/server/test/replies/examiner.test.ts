import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Examiner } from '../../src/replies/examiner.ts';

test('the thread ends at any moment', async () => {
  const bytes = gzipSync('a');
  const head = {
    receivedAt: 0,
    method: 'POST',
    target: '/',
    headers: '["content-encoding","gzip, gzip, gzip"]',
    ipAddress: '',
    bodySize: bytes.length,
    doorHeaders: [],
    bodyHash: '',
  };
  for (let delayMs = 0; delayMs < 6; delayMs++) {
    const failures: unknown[] = [];
    const examiner = new Examiner({ error: (failure: unknown) => failures.push(failure) });
    const examine = () =>
      examiner.examine(1, () => ({
        endpointId: 1,
        version: 1,
        document: '{}',
        head,
        start: new Uint8Array(bytes),
      }));
    await examine();
    const examined = Promise.allSettled(Array.from({ length: 100 }, examine));
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await examiner.close();
    await examined;
    expect(failures).toEqual([]);
  }
});
