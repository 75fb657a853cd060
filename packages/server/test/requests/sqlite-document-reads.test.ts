import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import { createMetrics } from '../../src/metrics.ts';
import { CaptureRenderer } from '../../src/rendering/capture-renderer.ts';
import { CaptureReads } from '../../src/requests/capture-reads.ts';
import { eventually } from '../eventually.ts';
import { fairParts } from '../fair-parts.ts';
import { withStore } from '../store/store-fixture.ts';

const opened = withStore();
const config = parseConfig({ HOOKWELL_DATABASE_URL: 'sqlite:unused' });
const renderer = new CaptureRenderer(config.maxBodyBytes, pino({ level: 'silent' }));

afterAll(() => renderer.close());

test('settings of one account are read two at a time, and rest once they were many bytes', async () => {
  const parts = { ...fairParts(), config, metrics: createMetrics(), store: opened.store };
  const reads = new CaptureReads(parts, renderer);
  const [greedy, other] = [1, 2];
  const begun: number[] = [];
  const gate = Promise.withResolvers<{ document: string }>();
  const read = (accountId: number, found: Promise<{ document: string }>) =>
    reads.readDocument(accountId, () => {
      begun.push(accountId);
      return found;
    });
  const all = Array.from({ length: 20 }, () => read(greedy, gate.promise));
  await read(other, Promise.resolve({ document: '{}' }));
  expect(begun).toEqual([greedy, greedy, other]);
  const mebibyte = 1024 * 1024;
  gate.resolve({ document: 'x'.repeat(16 * mebibyte) });
  const began = performance.now();
  await Promise.all(all);
  // A burst of 64 MiB, and as much in each second from then on.
  expect(performance.now() - began).toBeGreaterThan(2000);
  await eventually(() => begun.length === 21);
});
