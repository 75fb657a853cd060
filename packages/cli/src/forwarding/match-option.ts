import type { Match } from '@hookwell/client';
import { orUsageError } from './forwarding-options.ts';

/**
 * The match that was given to an option.
 * @throws UsageError
 */
export async function readMatch(text: string, option: string, command: string): Promise<Match> {
  // Loaded here, so that help answers without it.
  const { parseMatch } = await import('@hookwell/client');
  return orUsageError(() => parseMatch(text), command, `Option ${option}: `);
}
