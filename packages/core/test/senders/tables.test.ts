import { readdirSync } from 'node:fs';
import { parse } from 'node:path';
import { expect, it } from 'vitest';
import { handshakes } from '../../src/senders/tables/handshakes.ts';
import { carriers, senders } from '../../src/senders/tables/marks.ts';
import { samples } from '../../src/senders/tables/samples.ts';
import { signatures } from '../../src/senders/tables/signatures.ts';

const tables: Readonly<Record<string, readonly unknown[]>> = {
  marks: [...senders, ...carriers],
  signature: signatures,
  handshake: Object.values(handshakes),
};

it.each(
  readdirSync(new URL('../../src/senders/data/', import.meta.url)).map((file) => parse(file).name),
)('%s: each of its parts is in the table of such parts', async (name) => {
  const parts: Record<string, unknown> = await import(`../../src/senders/data/${name}.ts`);
  const isSamples = name.endsWith('.samples');
  if (!isSamples) expect(parts).toHaveProperty('marks');
  for (const [part, value] of Object.entries(parts))
    expect(isSamples ? samples : tables[part], part).toContain(value);
});
