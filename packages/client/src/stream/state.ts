import type { HookwellError } from '../http/error.ts';

/**
 * How a live stream does:
 * - `connecting`: it asks the service;
 * - `live`: what is captured arrives;
 * - `reconnecting`: the connection was lost, or there was none, for the given reason; the next attempt
 *   comes after so many milliseconds, or at `wake()`.
 */
export type StreamState =
  | { state: 'connecting' }
  | { state: 'live' }
  | { state: 'reconnecting'; reason: HookwellError; retryInMs: number };
