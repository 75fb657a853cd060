/** A request whose body is to be judged. */
export interface CheckedRequest {
  id: number;
  receivedAt: string;
  /** The one that is stored, else what sender and body tell. */
  event?: string;
  /** The text of the body, decoded; empty if there is none. */
  text: string;
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
