import type { ListenerAnswer } from '@hookwell/core/api';
import { openStream, type StreamClient, type StreamedRequest } from '../live/stream-client.ts';
import type { TestServer, Visitor } from '../start-server.ts';

/** What a request says about its sender's wait and its answer. */
export type ListenedRequest = StreamedRequest & {
  waiting?: true;
  answer?: string;
  answeredBy?: 'listener';
};

/** Opens a stream that answers the senders of an endpoint. `on` is its node, if not that of the visitor. */
export function listen(
  visitor: Visitor,
  token: string,
  query = 'answers=10s',
  on: Pick<TestServer, 'url'> = visitor.server,
): Promise<StreamClient> {
  return openStream(
    `${on.url}/api/sse?endpoint=${token}&${query}`,
    visitor.key === undefined
      ? { cookie: visitor.cookie ?? '' }
      : { authorization: `Bearer ${visitor.key}` },
  );
}

/** Answers a sender; gives the status that this had. */
export async function answer(
  visitor: Visitor,
  id: number,
  given: ListenerAnswer | Record<string, unknown> = { status: 201 },
): Promise<number> {
  const response = await visitor.call('PUT', `/api/requests/${id}/answer`, given);
  await response.text();
  return response.status;
}
