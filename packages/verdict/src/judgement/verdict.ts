/** The judgement on one expectation. */
export interface Finding {
  /** The expectation, as it is written. */
  expectation: string;
  holds: boolean;
  /** Whether the attempts tell: if they do not, it does not hold, and nothing contradicts it. */
  isKnown: boolean;
  /** Whether nothing that comes later could change the finding. */
  isFinal: boolean;
  /** Why, in a sentence with a full stop; if several deliveries were judged, for how many of them. */
  sentence: string;
  /** The ids of the captured requests that it rests on. */
  requestIds: readonly number[];
}

/** The judgement on a sender. */
export interface Verdict {
  /** `held`: every expectation holds. */
  outcome: 'held' | 'failed' | 'nothingArrived';
  /** Whether nothing that comes later could change any finding. */
  isFinal: boolean;
  /** One for each expectation, in their order. */
  findings: readonly Finding[];
}
