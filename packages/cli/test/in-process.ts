import type { Surroundings } from '../src/command-line/command.ts';
import { run } from '../src/commands/run.ts';

/** The output of a command that ran in this process, which costs a hundredth of a process of its own. */
export interface InProcessOutcome {
  out: string;
  notes: string[];
}

/**
 * Runs a command in this process with these settings. Rejects with its failure.
 * @param outcome has what a command that fails has printed before
 */
export async function runInProcess(
  words: readonly string[],
  environment: Record<string, string>,
  outcome: InProcessOutcome = { out: '', notes: [] },
): Promise<InProcessOutcome> {
  const print = (line: string): void => {
    outcome.out += `${line}\n`;
  };
  const display = { isTerminal: false, hasColours: false, columns: Number.POSITIVE_INFINITY };
  const surroundings: Surroundings = {
    environment,
    fromEnvironmentFile: new Set(),
    version: '0.0.0',
    input: nothing(),
    print,
    write: async (data) => {
      outcome.out += typeof data === 'string' ? data : Buffer.from(data).toString('latin1');
    },
    note: (line) => outcome.notes.push(line),
    output: display,
    notes: display,
    ask: undefined,
    progress: { show: () => {}, end: () => {} },
    interruption: () => new AbortController().signal,
  };
  await run(words, { version: '0.0.0', print, surroundingsOf: () => surroundings });
  return outcome;
}

async function* nothing(): AsyncGenerator<Uint8Array, void> {}
