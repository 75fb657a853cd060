import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { bundledParts } from '../../scripts/bundled-parts.ts';

/** Words of each part of one sender. */
const wordsOfSlack = {
  marks: 'slackbot 1.0',
  signatures: 'Basic Information',
  handshakes: 'and a challenge',
  samples: 'Slash command',
};

it('who loads the table of one part of the senders loads no other part', async () => {
  const tables = Object.keys(wordsOfSlack);
  const input = tables.map((name) =>
    join(import.meta.dirname, `../../src/senders/tables/${name}.ts`),
  );
  const bundle = await rolldown({ input, plugins: [bundledParts] });
  const { output } = await bundle.generate();
  await bundle.close();
  const chunks = output.filter((each) => each.type === 'chunk');
  for (const [table, words] of Object.entries(wordsOfSlack)) {
    const withWords = chunks.filter(({ code }) => code.includes(words));
    expect(withWords.map(({ name }) => name)).toEqual([table]);
  }
  expect(chunks.flatMap(({ imports }) => imports)).toEqual([]);
});
