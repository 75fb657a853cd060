/**
 * A history: what clients asked of a service, what they were told, and when, on one monotonic clock, that of the process that asks.
 * Times are in milliseconds with fractions. Nothing in it comes from the service's own clock, database or log.
 */
export type Operation =
  | Made
  | Send
  | Read
  | Stream
  | Clear
  | Remove
  | Deletion
  | SettingsChange
  | ListenerAnswer
  | Strike;

/** The time of one call. Whatever the call did happened between the two, unless its outcome is unknown: then it may happen later, too. */
export interface Interval {
  began: number;
  ended: number;
}

interface Call extends Interval {
  /** The client that called: each does one thing after the other. */
  client: number;
  /** The node that was asked. */
  node: number;
}

/** `refused`: it had no effect, and never will. `unknown`: no answer, or one that says neither (503). */
export type Outcome = 'done' | 'refused' | 'unknown';

/** How the service treats what an endpoint receives. It never changes. */
export type EndpointKind =
  /** No settings. Cleared, and captures removed, now and then. */
  | 'plain'
  /** Settings with one plan of answers; nothing of it is ever cleared or removed. */
  | 'attempts'
  /** Settings that are replaced again and again, by one client alone; each version's answer names it. */
  | 'versions'
  /** Settings that verify signatures. */
  | 'signed'
  /** Answered by listeners, else by its settings. */
  | 'listened';

/** An endpoint was made: the first operation that names it. */
export interface Made extends Call {
  kind: 'made';
  /** Its number in this history. */
  endpoint: number;
  account: number;
  endpointKind: EndpointKind;
  /** `attempts`: the statuses of its plan; the last one is for all further attempts. */
  plan?: readonly number[];
}

/** A webhook. */
export interface Send extends Call {
  kind: 'send';
  endpoint: number;
  /** Its body names this number, and no other send of the history has it. */
  mark: number;
  /** Of the body that was sent, as `hashOf` gives it. */
  hash: string;
  /** `stored`: answered as what is stored is answered, whatever the status. `refused`: any 4xx of the service itself. */
  outcome: 'stored' | 'refused' | 'unknown';
  /** 0 if there was no whole answer. */
  status: number;
  /** The id in the answer. */
  id?: number;
  /** `attempts`: sends with the same number are attempts of one delivery. */
  delivery?: number;
  /** `signed`: whether the signature was right. */
  signature?: 'right' | 'wrong';
  /** `versions`, `listened`: the version of the settings that answered; 0: the acknowledgement without settings. */
  version?: number;
  /** `listened`: the listener's answer that the sender got. */
  answer?: number;
}

/** A capture as a read or a stream showed it. */
export interface Seen {
  id: number;
  /** -1: an endpoint that the history does not know. */
  endpoint: number;
  /** What its body names; -1 if it names none. */
  mark: number;
  hash: string;
  attempt?: number;
  /** The answer that was decided, as the service writes it: `"429"`. */
  answer?: string;
  answeredBy?: 'listener';
  /** The verdict on the signature. */
  verdict?: string;
  /** What was found by the contract, in JSON. */
  contract?: string;
}

/** A list, a page, or one capture. */
export interface Read extends Call {
  kind: 'read';
  account: number;
  /** Without it: the whole account. */
  endpoint?: number;
  outcome: Outcome;
  /** It shows each capture of its scope whose id is from `from` through `through`. `through` is null for "whatever is the newest". */
  from: number;
  through: number | null;
  /** In the order of the answer: the newest first. */
  captures: readonly Seen[];
}

/** A live stream, from its opening to its end. */
export interface Stream extends Call {
  kind: 'stream';
  account: number;
  endpoint?: number;
  /** It begins behind this id. */
  after?: number;
  outcome: Outcome;
  /** In the order in which they came, each with the time. */
  events: readonly { at: number; seen: Seen }[];
  /** Nothing was sent any more when it was read to the end: it must have everything. */
  isSettled?: true;
}

export interface Clear extends Call {
  kind: 'clear';
  account: number;
  endpoint?: number;
  /** Only captures up to this id. */
  through?: number;
  outcome: Outcome;
}

/** Removal of one capture. Done if it was there. */
export interface Remove extends Call {
  kind: 'remove';
  account: number;
  id: number;
  /** `refused`: the service answered that there is no such capture, which is a read of it. A call that reached nobody is not in a history. */
  outcome: Outcome;
}

/** An endpoint was deleted, with all it has. */
export interface Deletion extends Call {
  kind: 'deletion';
  endpoint: number;
  outcome: Outcome;
}

/** `versions`, `listened`: the endpoint's settings were replaced. */
export interface SettingsChange extends Call {
  kind: 'settings';
  endpoint: number;
  /** From 1, rising within the endpoint. */
  version: number;
  outcome: Outcome;
}

/** A listener's answer for a sender. */
export interface ListenerAnswer extends Call {
  kind: 'answer';
  endpoint: number;
  id: number;
  /** No other answer of the history has this number. */
  answer: number;
  /** `done`: the sender gets it (204). `refused`: somebody or something else answered (409, 404). */
  outcome: Outcome;
}

/** A fault, for the reader of the history alone: judging does not look at it. */
export interface Strike extends Interval {
  kind: 'strike';
  fault: string;
  text: string;
}
