import { orUsageError } from '../command-line/outcome.ts';
import { parseTarget } from './target-address.ts';

/** Options of every command that sends captured requests somewhere. */
export const sendingOptions = {
  timeout: {
    type: 'duration',
    placeholder: 'TIME',
    description: 'The longest time that the target may take to answer; 30s by default.',
  },
  insecure: {
    type: 'flag',
    description: 'Accept any certificate of the target.',
  },
} as const;

export const defaultTimeoutMs = 30_000;

/** The most bytes of an answer that are shown. */
export const mostAnswerBytes = 10_000;

/**
 * The address to send to that an option named.
 * @throws {UsageError} if the text is no such address
 */
export function targetOf(text: string, command: string): URL {
  return orUsageError(() => parseTarget(text), command);
}
