/** A captured request as it is known before its body is read. */
export interface MatchableRequest {
  /** As sent. */
  method: string;
  /** Behind the token, as sent; empty if there is none. Each character stands for one byte (latin1). */
  path: string;
  /** As sent, without its `?`, as text (`textOfBytes`); empty if there is none. */
  query: string;
  /** As sent: with every repeat. */
  headers: readonly (readonly [name: string, value: string])[];
  ipAddress: string;
  /** Absent while the request has none yet. */
  id?: number | undefined;
  /** In milliseconds since 1970. */
  receivedAt: number;
  /** In bytes, as they arrived. */
  bodySize: number;
  /** In lower case, without parameters; empty if none was sent. */
  mediaType: string;
  /** The verdict alone: `valid`. */
  signature?: string | undefined;
  /** The verdict by the contract of its endpoint: `differs`. */
  contract?: string | undefined;
  answer?: string | undefined;
  /** From 1. */
  attempt?: number | undefined;
  delivery?: string | undefined;
  /** The event's name, or the way to derive it from the body. */
  event?: string | EventInBody | undefined;
}

/** Derives the name of an event from the beginning of a body's text. */
export interface EventInBody {
  /** It looks at so many characters, and no more. */
  mostCharacters: number;
  /** @param start the body's text, up to `mostCharacters` of it; `isWhole` tells whether that is all */
  eventOf(start: string, isWhole: boolean): string | undefined;
}
