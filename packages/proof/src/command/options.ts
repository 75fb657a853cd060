import { parseArgs } from 'node:util';
import type { Store } from '../world/world.ts';

export const usage = `npm run prove [-- OPTIONS] [sqlite | postgres]

  --minutes 10       no round begins later; one is run at least
  --seed 1           decides what is left to chance: a whole number; by default any
  --only 7           runs only the round of this number
  --rate 200         webhooks a second
  --history FOLDER   keeps the history of each round, not only of those that broke a promise
  --judge FILE       runs nothing: judges a history that was kept`;

/** What the command was asked for: a run, or a look at the history in a file. */
export type Options =
  | { judge: string }
  | {
      judge?: undefined;
      store: Store;
      minutes: number;
      seed: number;
      only: number | undefined;
      /** Webhooks a second. */
      rate: number;
      history: string | undefined;
    };

/** An option that cannot be; the message is a sentence for whoever gave it. */
export class WrongOption extends Error {}

/** Seeds are numbers of 32 bits. */
const mostSeeds = 2 ** 32;

/**
 * Reads the words of the command.
 * @throws {WrongOption}
 */
export function readOptions(words: readonly string[]): Options {
  const { values, positionals } = parsed(words);
  const [store = 'sqlite', ...others] = positionals;
  if (store !== 'sqlite' && store !== 'postgres')
    throw new WrongOption(`${store} is no store: sqlite or postgres`);
  if (others.length > 0) throw new WrongOption(`one store at a time, not ${others.join(' ')}, too`);
  if (values.judge !== undefined) return { judge: values.judge };
  const { minutes, seed, only, rate, history } = values;
  return {
    store,
    minutes: positive('minutes', minutes),
    seed: seed === undefined ? Math.floor(Math.random() * 1e6) : whole('seed', seed, 0),
    only: only === undefined ? undefined : whole('only', only, 1),
    rate: positive('rate', rate),
    history,
  };
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        minutes: { type: 'string', default: '10' },
        seed: { type: 'string' },
        only: { type: 'string' },
        rate: { type: 'string', default: '200' },
        history: { type: 'string' },
        judge: { type: 'string' },
      },
    });
  } catch (error) {
    throw new WrongOption(error instanceof Error ? error.message : String(error));
  }
}

function positive(option: string, text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new WrongOption(`--${option} is a number above 0, not "${text}"`);
}

function whole(option: string, text: string, least: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value < mostSeeds) return value;
  throw new WrongOption(`--${option} is a whole number from ${least}, not "${text}"`);
}
