import type { Match } from '@hookwell/client';
import { orUsageError } from '../command-line/outcome.ts';

export const retryOption = {
  type: 'duration',
  placeholder: 'TIME',
  description:
    'Try each request again for this long while the target is away; 30s by default, 0 for never.',
} as const;

export const defaultRetryMs = 30_000;

export const concurrencyOption = {
  type: 'number',
  placeholder: 'NUMBER',
  description: 'Forward this many requests at once, in no strict order; 1 by default.',
  minimum: 1,
  maximum: 100,
} as const;

/**
 * The match that was given to an option.
 * @throws {UsageError} if the text is no match
 */
export async function readMatch(text: string, option: string, command: string): Promise<Match> {
  // Loaded here, so that help answers without it.
  const { parseMatch } = await import('@hookwell/client');
  return orUsageError(() => parseMatch(text), command, `Option ${option}: `);
}
