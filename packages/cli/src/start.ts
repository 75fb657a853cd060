import type { CommandGroup } from './command-line/command.ts';
import { exitCodes } from './command-line/outcome.ts';
import { run } from './commands/run.ts';
import { endWithParents } from './process/parents.ts';
import { isClosedPipe, surroundingsIn, version } from './process/surroundings.ts';
import { failureReport } from './service/failure-report.ts';
import { handingOutService } from './service/handing-out-service.ts';

// The only file of the command that touches `process`.

/** Runs the one of these commands that the process was started with. */
export async function start(groups: readonly CommandGroup[]): Promise<void> {
  // A reader that has seen enough (`hookwell account list | head -1`) is no failure.
  process.stdout.on('error', (error) => {
    if (isClosedPipe(error)) return;
    process.stderr.write(`hookwell: Cannot write: ${error.message}\n`);
    process.exit(exitCodes.failed);
  });
  // Without standard error there is no way left to report anything.
  process.stderr.on('error', () => {});
  endWithParents(process);
  const isWhole = groups.some(({ audience }) => audience === 'operators');
  const handedOut = isWhole ? undefined : { by: handingOutService(process.argv[1]) };

  try {
    await run(process.argv.slice(2), {
      groups,
      version,
      print: (line) => void process.stdout.write(`${line}\n`),
      surroundingsOf: (audience) => surroundingsIn(process, audience, handedOut),
    });
  } catch (error) {
    const { exitCode, text } = failureReport(error);
    if (text !== undefined) process.stderr.write(text);
    process.exitCode = exitCode;
  }
}
