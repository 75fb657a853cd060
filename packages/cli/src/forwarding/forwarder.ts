import type { HookwellClient } from '@hookwell/client';
import { type Captured, originalFor } from './original.ts';
import { type OutgoingRequest, Sender, type SenderOptions } from './sender.ts';

/** What became of a captured request that was to be forwarded. */
export interface Forwarded {
  /** Where it went; absent where it was not sent at all. */
  url?: string;
  /** Of the target's answer, as far as there was one. */
  status?: number;
  /** Why there was no whole answer, as the rest of a sentence. */
  error?: string;
  /** From sending it to the end of the answer; 0 where it was not sent. */
  milliseconds: number;
}

/** Whether the target did not take it. */
export function isRefused({ status, error }: Forwarded): boolean {
  return error !== undefined || status === undefined || status >= 400;
}

export interface ForwarderOptions extends SenderOptions {
  client: HookwellClient;
  target: URL;
  /** Ends the fetching of what was captured. What is being sent goes on. */
  signal: AbortSignal;
}

/** Sends captured requests on to one target. */
export class Forwarder {
  readonly #options: ForwarderOptions;
  readonly #sender: Sender;

  constructor(options: ForwarderOptions) {
    this.#options = options;
    this.#sender = new Sender(options);
  }

  /** Fetches its bytes. */
  prepare(captured: Captured): Promise<OutgoingRequest> {
    const { target, client, signal } = this.#options;
    return originalFor(target, captured, client, signal);
  }

  /**
   * Sends what was prepared. What cannot be had for a reason of its own is told like an answer.
   * @throws HookwellError where the service lets nothing more be read, and the reason of the signal
   */
  async forward(prepared: Promise<OutgoingRequest>): Promise<Forwarded> {
    const { target, signal } = this.#options;
    let outgoing: OutgoingRequest;
    try {
      outgoing = await prepared;
      signal.throwIfAborted();
    } catch (error) {
      signal.throwIfAborted();
      return { error: ownFailure(error), milliseconds: 0 };
    }
    const { answer: _, ...delivery } = await this.#sender.send(target, outgoing);
    return { url: target.origin + outgoing.path, ...delivery };
  }

  /** Closes the connections that are kept. */
  close(): void {
    this.#sender.close();
  }
}

/** Why just this one could not be had. @throws the error itself where the next one would fail alike */
function ownFailure(error: unknown): string {
  if (error instanceof TypeError) return error.message;
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 404) return 'it was deleted meanwhile';
  if (status === 500 && error instanceof Error) return `the service failed: ${error.message}`;
  throw error;
}
