import { UsageError } from '../command-line/outcome.ts';
import { parseTarget } from '../sending/target-address.ts';

/** Options of every command that sends captured requests somewhere. */
export const sendingOptions = {
  timeout: {
    type: 'duration',
    placeholder: 'TIME',
    description: 'How long the target may take for an answer; 30s.',
  },
  insecure: {
    type: 'flag',
    description: "Take the target's certificate, whoever signed it.",
  },
} as const;

export const defaultTimeout = 30_000;

export const retryOption = {
  type: 'duration',
  placeholder: 'TIME',
  description: 'How long a request is tried again while the target is away; 30s, 0 for not at all.',
} as const;

export const defaultRetry = 30_000;

export const concurrencyOption = {
  type: 'number',
  placeholder: 'NUMBER',
  description: 'Forward so many at once, and so in no strict order; 1.',
  minimum: 1,
  maximum: 100,
} as const;

/** @throws UsageError */
export function targetOf(text: string, command: string): URL {
  return orUsageError(() => parseTarget(text), command);
}

/** What the function gives; a TypeError or RangeError of it is a mistake in the command line. */
export function orUsageError<Result>(parse: () => Result, command: string, prefix = ''): Result {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    throw new UsageError(prefix + error.message, command);
  }
}
