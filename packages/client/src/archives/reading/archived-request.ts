/** A request in an archive. */
export interface ArchivedRequest {
  /** Its number in the archive, from 1 on. */
  entry: number;
  /** The place of the entry in the archive: the indexes of its first byte and behind its last one. */
  start: number;
  end: number;
  /** When it was sent or received, in milliseconds since 1970; absent if the archive has no readable time. */
  receivedAt?: number;
  /** As it was sent. */
  method: string;
  /** The URL as it was sent, as far as the archive tells; of our JSON lines, which have no address, path and query. */
  url: string;
  /**
   * The path below the token if the URL is a receive URL, else the whole path; empty if there is none. As it was sent:
   * each character stands for one byte (latin1).
   */
  path: string;
  /** The query as it was sent, with its `?`; empty if there is none. */
  search: string;
  /** In their order, with every repeat, each character standing for one byte. Pseudo-headers of HTTP/2 are left out. */
  headers: [name: string, value: string][];
  body: Uint8Array<ArrayBuffer>;
  /** Why this may not be the body that was sent, in a sentence. */
  doubt?: string;
  /** What archives of this service tell beside the request. */
  own?: OwnFacts;
}

/** Facts about a captured request; each is absent if the archive does not have it. */
export interface OwnFacts {
  id?: number;
  endpointId?: number;
  ipAddress?: string;
  /** The number of headers that were dropped because their names begin with `X-`. */
  droppedHeaders?: number;
  delivery?: string;
  attempt?: number;
  answer?: string;
  event?: string;
  /** The verdict on the signature when it arrived. */
  verdict?: string;
  /** That by the contract of its endpoint. */
  contract?: string;
}
