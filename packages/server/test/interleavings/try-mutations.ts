import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Mutation, mutations } from './mutations.ts';
import type { Model } from './schedule.ts';

/**
 * `node packages/server/test/interleavings/try-mutations.ts [WORD…]`: applies one mutation after the other, in memory, and demands that
 * its model finds it. With words, only those whose reason has one of them. Exits with 1 if one is not found, or is no longer in its file.
 */

const packages = new URL('../../../', import.meta.url).href;
const sources = new URL('../../src/', import.meta.url).href;
/** Each mutation has modules of its own: their addresses carry its number. */
const variant = 'variant';
/** Where a broken model cannot even begin, it is the mutation that has to be written otherwise. */
const schedules = 1500;
const seed = 1;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    const number = context.parentURL && new URL(context.parentURL).searchParams.get(variant);
    if (!number || !resolved.url.startsWith(packages)) return resolved;
    const url = new URL(resolved.url);
    url.searchParams.set(variant, number);
    return { ...resolved, url: url.href };
  },
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const mutation = mutations[Number(new URL(url).searchParams.get(variant) ?? -1)];
    if (mutation === undefined || !url.startsWith(`${sources}${mutation.file}?`)) return loaded;
    return { ...loaded, source: mutated(mutation, String(loaded.source)) };
  },
});

function mutated({ replace, by, file }: Mutation, source: string): string {
  const parts = source.split(replace);
  if (parts.length !== 2) throw new Error(`${file} has it ${parts.length - 1} times: ${replace}`);
  return parts.join(by);
}

/** The first lines of what the model found. */
async function tryMutation(number: number, { file, replace, foundBy }: Mutation): Promise<string> {
  // What Node gives to the hook has no types any more: the text of the file itself has to have it once.
  mutated(
    { replace, by: '', file, why: '', foundBy },
    readFileSync(fileURLToPath(sources + file), 'utf8'),
  );
  const { models }: { models: readonly Model[] } = await import(`./models.ts?${variant}=${number}`);
  const model = models.find(({ name }) => name === foundBy);
  if (model === undefined) throw new Error(`there is no model named ${foundBy}`);
  try {
    await model.check({ schedules, seed });
  } catch (error) {
    const text = error instanceof Error ? `${error.message}\n${error.cause ?? ''}` : String(error);
    return text;
  }
  throw new Error('not found');
}

// What a broken variant leaves behind may fail after its run.
process.on('unhandledRejection', () => {});

const words = process.argv.slice(2);
let missing = 0;
for (const [number, mutation] of mutations.entries()) {
  if (
    words.length > 0 &&
    !words.some((word) => `${mutation.why} (${mutation.foundBy})`.includes(word))
  )
    continue;
  try {
    const found = await tryMutation(number, mutation);
    const [after = ''] = /after \d+ tests?/.exec(found) ?? [];
    console.log(`found ${after}: ${mutation.why} (${mutation.foundBy})`);
    if (process.env.HOOKWELL_TEST_SHOW_FOUND) console.log(found);
  } catch (error) {
    missing += 1;
    console.log(`NOT FOUND: ${mutation.why} (${mutation.foundBy}): ${error}`);
  }
}
process.exitCode = missing === 0 ? 0 : 1;
