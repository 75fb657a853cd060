import type { Interface } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import type { Ask } from '../command-line/command.ts';
import { Interrupted } from '../command-line/outcome.ts';

/** Asks on this terminal, and shows nothing of a hidden answer. */
export function askOn(input: ReadStream, output: WriteStream): Ask {
  return async (question, { hidden = false } = {}) => {
    // Loaded here, as few commands ask anything.
    const [{ createInterface }, { PassThrough }] = await Promise.all([
      import('node:readline'),
      import('node:stream'),
    ]);
    // The line editor of Node echoes its input: a hidden answer is echoed into nothing. The terminal itself
    // stops echoing here, before the question appears.
    const lines = createInterface({
      input,
      output: hidden ? new PassThrough().resume() : output,
      terminal: true,
      historySize: 0,
    });
    if (hidden) output.write(question);
    lines.setPrompt(hidden ? '' : question);
    lines.prompt();
    const answer = await answerIn(lines);
    if (hidden || answer === undefined) output.write('\n');
    lines.close();
    if (answer === undefined) throw new Interrupted();
    return answer;
  };
}

/** `undefined` for Ctrl-C and Ctrl-D. */
function answerIn(lines: Interface): Promise<string | undefined> {
  return new Promise((resolve) => {
    lines.once('line', resolve);
    lines.once('SIGINT', () => resolve(undefined));
    lines.once('close', () => resolve(undefined));
  });
}
