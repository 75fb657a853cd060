/**
 * A history: what clients asked of a service, what they were told, and when, in milliseconds of one monotonic clock, that of the process
 * that asks. Nothing in it comes from the service's own clock, database or log.
 */
export type Operation = Send | Read | Stream | Clear | Surprise;

interface Call {
  /** The number of the endpoint in this history. */
  endpoint: number;
  began: number;
  ended: number;
}

/** A webhook. */
export interface Send extends Call {
  kind: 'send';
  /** The body names this number, and no other send of the history has it. */
  mark: number;
  /** `refused`: no connection was made. `unknown`: no whole response, or a 503; it may have been stored, or may be later. */
  outcome: 'stored' | 'refused' | 'unknown';
  /** The id in the response. */
  id?: number;
}

/** A captured request as a list or a stream showed it. */
export interface Seen {
  id: number;
  /** -1 where the body names none. */
  mark: number;
  /** Whether the body has the bytes that were sent. */
  isExact: boolean;
}

/** A page of a list: each captured request of the endpoint whose id is from `from` through `through`. */
export interface Read extends Call {
  kind: 'read';
  from: number;
  /** Null: up to the newest. */
  through: number | null;
  /** In the order of the response: the newest first. */
  captures: readonly Seen[];
}

/** A live stream, from its opening to its end. */
export interface Stream extends Call {
  kind: 'stream';
  /** It begins behind this id. */
  after: number;
  events: readonly (Seen & { at: number })[];
  /** Nothing was sent any more while it was read: it must have everything. */
  isSettled: boolean;
}

/** Removal of all captured requests of an endpoint, or of those up to an id. */
export interface Clear extends Call {
  kind: 'clear';
  through?: number;
  outcome: 'done' | 'unknown';
}

/** A response that the service should never give, whatever happens to it. */
export interface Surprise {
  kind: 'surprise';
  text: string;
}

/** The body of a webhook. It names its mark, and every part of it differs from all other bodies. */
export function bodyOf(mark: number, size: number): string {
  let text = `mark ${mark} size ${size} `;
  for (let part = 0; text.length < size; part += 1) text += `${mark}.${part} `;
  return text;
}

/** Reads a body that the service showed. */
export function seenBody(id: number, body: string): Seen {
  const [, mark, size] = /^mark (\d+) size (\d+) /.exec(body) ?? [];
  if (mark === undefined) return { id, mark: -1, isExact: false };
  return { id, mark: Number(mark), isExact: body === bodyOf(Number(mark), Number(size)) };
}
