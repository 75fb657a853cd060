/** The operator that compares an attempt count or a time. */
export type Comparison = '>=' | '>' | '=' | '<=' | '<';

/** An expectation of a sender. Times are in milliseconds. */
export type Expectation =
  /** The number of attempts; with `within`, of those in its time. */
  | { kind: 'attempts'; comparison: Comparison; count: number }
  /** The time from the first attempt to the last one that is counted. */
  | { kind: 'within'; ms: number }
  /** The pauses between attempts grow. */
  | { kind: 'backoff' }
  | { kind: 'same-id' }
  | { kind: 'same-body' }
  | { kind: 'fresh-signature' }
  | { kind: 'stops-after-2xx' }
  | { kind: 'honours-retry-after' }
  /** The time that the sender waits for an answer. */
  | { kind: 'timeout'; comparison: Exclude<Comparison, '='>; ms: number };

export type ExpectationKind = Expectation['kind'];

/** Expectations that are a word alone. */
export const plainKinds = [
  'same-id',
  'same-body',
  'fresh-signature',
  'stops-after-2xx',
  'honours-retry-after',
] as const satisfies readonly ExpectationKind[];

/** Each expectation as an example, with what it means, for help. */
export const expectationForms: readonly { example: string; means: string }[] = [
  { example: 'attempts>=4', means: 'there are at least 4 attempts; also >, =, <=, <' },
  { example: 'within=24h', means: 'these attempts come within 24 hours of the first one' },
  { example: 'backoff=growing', means: 'the pauses between attempts grow' },
  { example: 'same-id', means: "each attempt has the same id of the sender's" },
  { example: 'same-body', means: 'each attempt has the same body' },
  { example: 'fresh-signature', means: 'each attempt is signed anew' },
  { example: 'stops-after-2xx', means: 'no attempt follows one that was answered with 2xx' },
  {
    example: 'honours-retry-after',
    means: 'no attempt comes before the time that the answer before it asked for',
  },
  { example: 'timeout<=15s', means: 'it waits at most 15 seconds for an answer; also <, >=, >' },
];
