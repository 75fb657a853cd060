import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '../src');

/** Here times are stored or told, or compared with stored ones. */
const byTheTimeOfDay = [
  'capture-log/pending-signature.ts',
  'capture-log/postgres/capture-rows.ts',
  'capture-log/postgres/deliveries.ts',
  'capture-log/postgres/insert-waits.ts',
  'connections/answer-text.ts',
  'listeners/left-waits.ts',
  'main.ts',
  'operator/public.ts',
  'rendering/text/capture-text.ts',
  'replies/endpoint-replies.ts',
  'replies/given-answers.ts',
  'settings/delivery-text.ts',
];

test('nothing waits or rests by the time of day, which may be set back by hours', () => {
  const found = globSync('**/*.ts', { cwd: sources }).filter((file) =>
    readFileSync(join(sources, file), 'utf8').includes('Date.now'),
  );
  expect(found.sort()).toEqual(byTheTimeOfDay);
});
