/** The part of a captured request that can be read without its body. */
export interface RequestHead {
  /** Names in any case, in the order in which they were sent. Of a repeated name the first line counts. */
  headers: Iterable<readonly [name: string, value: string]>;
  /** In lower case, without parameters; empty if none was sent. */
  mediaType: string;
  /** The query as sent, with or without its `?`. */
  query?: string | undefined;
  /** The event that was stored with the capture. It comes before everything that could be derived. */
  storedEvent?: string | undefined;
}

/** A body's text, or its beginning. At most `mostCharacters` of it are looked at. */
export interface BodyStart {
  /** Decoded: without content codings, in the body's charset. */
  text: string;
  /** Whether that is the whole text. */
  isWhole: boolean;
}

export interface ReceivedRequest extends RequestHead {
  /** It may be left out if there is none, or if the plan says that it is not needed. */
  body?: BodyStart | undefined;
}

export interface Description {
  /** The sender's name, as it writes it: "GitHub". Requests claim it; nothing here proves it. */
  sender?: string;
  /** The sender's word for the event: 1 to 100 printable characters. */
  event?: string;
  /** The number of further events in the same body, if it has a list of them that is whole and longer than one. */
  further?: number;
}

/** UTF-16 units of a body's text, and of a query, that are looked at. */
export const mostCharacters = 64 * 1024;
