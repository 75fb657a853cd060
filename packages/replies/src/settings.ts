import type { Match, MatchField } from '@hookwell/match';
import type { Template } from './template.ts';

/** The answer to one attempt. `written` is the step as it stands in the settings. */
export type Step = { written: string } & (
  | {
      kind: 'status';
      status: number;
      /** In seconds. */
      retryAfter?: number;
      /** In place of the delay of the reply. */
      delayMs?: number;
    }
  /** Nothing is sent for so long, then the connection is closed. */
  | { kind: 'timeout'; ms: number }
  /** The connection is reset before a byte is sent. */
  | { kind: 'reset' }
  /** More bytes are announced than are sent. */
  | { kind: 'truncate'; bytes: number }
);

/** One of the replies of an endpoint. */
export interface Reply {
  /** `undefined`: it is for every request. */
  when: Match | undefined;
  /** A step for each attempt, the last one for all further ones; one step if there is no plan. */
  steps: readonly Step[];
  /** Names as written. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Template | Uint8Array | undefined;
  delayMs: number;
}

/** The settings of an endpoint, read and checked. */
export interface Settings {
  replies: readonly Reply[];
  /** The field that makes two requests the same delivery; `one`: all of them are. */
  delivery: MatchField | 'one' | undefined;
}
