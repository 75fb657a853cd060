import {
  CommandFailure,
  exitCodes,
  Interrupted,
  OutputClosed,
  UsageError,
} from './command-line/outcome.ts';
import { run } from './commands/run.ts';
import { visible, visibleLines } from './output/visible.ts';
import { endWithParents } from './process/parents.ts';
import { isClosedPipe, surroundingsIn, version } from './process/surroundings.ts';
import { serviceFailureSentence } from './service/service-failure.ts';

// The only file of the command that touches `process`.

/** A reader that has seen enough (`hookwell account list | head -1`) is no failure. */
process.stdout.on('error', (error) => {
  if (isClosedPipe(error)) return;
  process.stderr.write(`hookwell: Cannot write: ${error.message}\n`);
  process.exit(exitCodes.failed);
});
// Without standard error there is no way left to report anything.
process.stderr.on('error', () => {});
endWithParents(process);

try {
  await run(process.argv.slice(2), {
    version,
    print: (line) => void process.stdout.write(`${line}\n`),
    surroundingsOf: (audience) => surroundingsIn(process, audience),
  });
} catch (error) {
  process.exitCode = report(error);
}

/** Reports the error to the user and gives the exit code for scripts. */
function report(error: unknown): number {
  if (error instanceof OutputClosed) return exitCodes.done;
  if (error instanceof Interrupted) return exitCodes.interrupted;
  if (error instanceof UsageError) {
    const topic = ['hookwell', error.commandName, '--help'].filter(Boolean).join(' ');
    const lines = [`${visible(error.message)} (see "${topic}")`, error.quotation];
    tell(lines.filter((line) => line !== undefined).join('\n'));
    return exitCodes.usage;
  }
  if (error instanceof CommandFailure) {
    tell(visibleLines(error.message));
    return error.exitCode;
  }
  // Any error but a failure of the service is a bug: its stack helps then.
  tell(visibleLines(serviceFailureSentence(error) ?? describeBug(error)));
  return exitCodes.failed;
}

function tell(text: string): void {
  process.stderr.write(`hookwell: ${text}\n`);
}

function describeBug(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
