/** The kinds of anomalies that a history can have: each contradicts a promise of the service. */
export type Anomaly =
  /** Stored and acknowledged, never removed, and not there. */
  | 'lost'
  /** One send is there under two ids, or two sends under one. */
  | 'doubled'
  /** At another endpoint or account than it was sent to. */
  | 'misplaced'
  /** Not the bytes that were sent. */
  | 'changed-bytes'
  /** There although nobody had sent it, or although it was refused. */
  | 'made-up'
  /** Sent after another was known to be stored, with a lower id. */
  | 'id-order'
  /** A list or a stream is not in the order of ids, or has what was not asked for. */
  | 'order'
  /** A read lacks what must be there, and a later one shows it; or it lacks what an earlier one showed, of a send without an answer. */
  | 'read-went-back'
  /** Shown, or removed once more, after its clear, its removal or the deletion of its endpoint was acknowledged. */
  | 'shown-after-removal'
  /** A stream passed over a capture, or had not everything when it was read to the end. */
  | 'stream-skipped'
  /** A stream showed a capture twice, or one that its reader has. */
  | 'stream-repeated'
  /** A stream showed what was removed before it began. */
  | 'stream-showed-cleared'
  /** The attempts of a delivery are not 1 to n in the order of their ids. */
  | 'attempts'
  /** A sender got an answer that nobody decided, or not the one that was. */
  | 'undecided-answer'
  /** Settings that were not in force answered. */
  | 'settings-version'
  /** The verdict of a signature is wrong, or another one in another read. */
  | 'verdict'
  /** What a contract found about a capture is another thing in another read. */
  | 'contract'
  /** A webhook was stored, or a list given, for an endpoint whose deletion was acknowledged before. */
  | 'accepted-after-deletion'
  /** A webhook was refused as if its endpoint were not there, and it was. */
  | 'refused-while-there';

export interface Violation {
  anomaly: Anomaly;
  /** One sentence with ids and times, for a person. */
  text: string;
  /** The operations that show it, by their places in the history. */
  operations: readonly number[];
}
