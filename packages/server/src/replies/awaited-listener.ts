import type { Listener } from '../listeners/listener.ts';

/** In place of an answer: a sender waits for that of a listener. */
export interface AwaitedListener {
  kind: 'listener';
  /** The longest time, from the commit. */
  delayMs: number;
  /** The memory of what is answered otherwise. */
  heldBytes: number;
  /** The listeners that are asked for an answer. */
  listeners: readonly Listener[];
  /** These, and those that are left out for now: an answer restores all. */
  matching: readonly Listener[];
  /** Sends what is answered if no listener does. */
  otherwise: () => void;
}
