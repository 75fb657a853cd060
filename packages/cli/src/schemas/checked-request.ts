/** A request whose body is to be judged. */
export interface CheckedRequest {
  /** Its id at the service, or its number in an archive from 1 on. */
  origin: { id: number } | { entry: number };
  /** Absent where an archive has no readable time. */
  receivedAt?: string;
  /** The one that is stored, else what sender and body tell. */
  event?: string;
  /** The text of the body, decoded; empty if there is none. */
  text: string;
  /** Why this may not be the body that was sent, in a sentence. */
  doubt?: string;
}

/** `#4211`, or `entry 3`. */
export function placeOf({ origin }: Pick<CheckedRequest, 'origin'>): string {
  return 'id' in origin ? `#${origin.id}` : `entry ${origin.entry}`;
}

/** The bounds of the requests that are judged together. */
const [mostTogether, mostCharacters] = [100, 8 * 1024 * 1024];

/** The same requests, some at a time. */
export async function* batchesOf(
  requests: AsyncIterable<CheckedRequest>,
): AsyncGenerator<CheckedRequest[], void> {
  let batch: CheckedRequest[] = [];
  let characters = 0;
  for await (const request of requests) {
    batch.push(request);
    characters += request.text.length;
    if (batch.length < mostTogether && characters < mostCharacters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
