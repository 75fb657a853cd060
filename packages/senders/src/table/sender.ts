/**
 * A condition on a JSON body: a path (as `valueAt` takes it) that is there, `path=text` for a path with exactly that
 * value, or `path^=text` for one that begins with it.
 */
export type JsonCondition = string;

/** The shape of a body that only this sender sends. All of its conditions must hold. */
export interface BodyShape {
  json?: readonly JsonCondition[];
  /** Names of form fields. */
  form?: readonly string[];
  /** The namespace of an XML body's subject. */
  xmlNamespace?: string;
}

/** A place where an event's name stands. */
export type EventPlace =
  /** A JSON path; `second` are paths of a second part, of which the first that is there follows after a dot. */
  | { json: string; second?: readonly string[] }
  /** A header, with a second part from the JSON body. */
  | { header: string; second?: readonly string[] }
  | { form: string }
  | { query: string }
  /** A number or text at a JSON path, and the sender's names for its values. */
  | { code: string; names: Readonly<Record<string, string>> }
  /** The first of these JSON paths that is there; its last name is the event. */
  | { keys: readonly string[] }
  /** A fixed event, if the body has this JSON path. */
  | { has: string; event: string }
  /** The name of the XML body's subject. */
  | { xml: 'subject' }
  /** GitHub's events are known by the body's keys. */
  | { github: 'keys' };

/**
 * A sender: any one of its marks is enough to recognise it. Headers that begin with `X-` are never stored, so they are no
 * marks.
 */
export interface Sender {
  /** As the sender writes it. */
  name: string;
  /** The sender's own page about its webhooks. */
  documentation: string;
  /** Beginnings of its user agent, in lower case. */
  userAgents?: readonly string[];
  /** Names of headers, in lower case: any of them. */
  headers?: readonly string[];
  /** Names of headers, in lower case, that stand there together. */
  headersTogether?: readonly string[];
  mediaTypes?: readonly string[];
  /** Names in the query that stand there together. */
  query?: readonly string[];
  shapes?: readonly BodyShape[];
  /** In the order in which they are looked at; empty if requests without their `X-` headers do not name the event. */
  events: readonly EventPlace[] | 'generic';
}
