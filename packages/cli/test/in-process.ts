import type { Surroundings } from '../src/command-line/command.ts';
import { commandGroups } from '../src/commands/all.ts';
import { run } from '../src/commands/run.ts';
import { version } from '../src/process/surroundings.ts';
import { failureReport } from '../src/service/service-failure.ts';

/** The output of a command that ran in this process, which costs a hundredth of a process of its own. */
export interface InProcessOutcome {
  out: string;
  notes: string[];
}

/** The end of a command, in a process of its own or in this one. */
export interface Outcome {
  code: number | null;
  /** Standard output and standard error. */
  out: string;
  error: string;
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
  await call(words, environment, '', {
    write: (data) => {
      outcome.out += typeof data === 'string' ? data : Buffer.from(data).toString('latin1');
    },
    note: (line) => void outcome.notes.push(line),
  });
  return outcome;
}

/** Runs a command in this process to its end with this standard input, and reports a failure as the process does. */
export async function outcomeInProcess(
  words: readonly string[],
  environment: Record<string, string>,
  input: string,
): Promise<Outcome> {
  const written: Buffer[] = [];
  let error = '';
  const ended = (code: number) => ({ code, out: Buffer.concat(written).toString(), error });
  try {
    await call(words, environment, input, {
      write: (data) => void written.push(Buffer.from(data)),
      note: (line) => {
        error += `${line}\n`;
      },
    });
    return ended(0);
  } catch (failure) {
    const { exitCode, text = '' } = failureReport(failure);
    error += text;
    return ended(exitCode);
  }
}

interface Outputs {
  write(data: string | Uint8Array): void;
  note(line: string): void;
  /** Interrupts the command, as Ctrl-C does. */
  signal?: AbortSignal;
}

/** Runs a command that may go on until it is interrupted; gives its exit code, and tells what it prints meanwhile. */
export async function followInProcess(
  words: readonly string[],
  environment: Record<string, string>,
  outputs: Outputs,
): Promise<number> {
  try {
    await call(words, environment, '', outputs);
    return 0;
  } catch (failure) {
    const { exitCode, text = '' } = failureReport(failure);
    if (text !== '') outputs.note(text.replace(/\n$/, ''));
    return exitCode;
  }
}

async function call(
  words: readonly string[],
  environment: Record<string, string>,
  input: string,
  outputs: Outputs,
): Promise<void> {
  const { print } = printing(outputs);
  const surroundings = surroundingsWith(environment, input, outputs);
  await run(words, { groups: commandGroups, version, print, surroundingsOf: () => surroundings });
}

/** Writes one line to standard output. */
function printing({ write }: Pick<Outputs, 'write'>): Pick<Surroundings, 'print'> {
  return { print: (line) => write(`${line}\n`) };
}

/** The world around a command that runs in this process. */
export function surroundingsWith(
  environment: Record<string, string>,
  input: string,
  { write, note, signal = new AbortController().signal }: Outputs,
): Surroundings {
  const display = { isTerminal: false, hasColours: false, columns: Number.POSITIVE_INFINITY };
  return {
    environment,
    fromEnvironmentFile: new Set(),
    version,
    input: pieces(input),
    ...printing({ write }),
    write: async (data) => write(data),
    note,
    output: display,
    notes: display,
    ask: undefined,
    progress: { show: () => {}, end: () => {} },
    interruption: () => signal,
  };
}

async function* pieces(input: string): AsyncGenerator<Uint8Array, void> {
  if (input !== '') yield Buffer.from(input);
}
