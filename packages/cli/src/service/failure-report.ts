import {
  CommandFailure,
  exitCodes,
  Interrupted,
  OutputClosed,
  UsageError,
} from '../command-line/outcome.ts';
import { visible, visibleLines } from '../output/visible.ts';
import { serviceFailureSentence } from './service-failure.ts';

/** The exit code and the message of a command that failed. */
export interface FailureReport {
  /** For scripts. */
  exitCode: number;
  /** For people, on standard error; absent where silence is right. */
  text?: string;
}

export function failureReport(error: unknown): FailureReport {
  if (error instanceof OutputClosed) return { exitCode: exitCodes.done };
  if (error instanceof Interrupted) return { exitCode: exitCodes.interrupted };
  if (error instanceof UsageError) {
    const topic = ['hookwell', error.commandName, '--help'].filter(Boolean).join(' ');
    const lines = [`${visible(error.message)} (see "${topic}")`, error.quotation];
    return told(exitCodes.usage, lines.filter((line) => line !== undefined).join('\n'));
  }
  if (error instanceof CommandFailure) return told(error.exitCode, visibleLines(error.message));
  // Any error but a failure of the service is a bug: its stack helps then.
  return told(exitCodes.failed, visibleLines(serviceFailureSentence(error) ?? describeBug(error)));
}

function told(exitCode: number, text: string): FailureReport {
  return { exitCode, text: `hookwell: ${text}\n` };
}

function describeBug(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
