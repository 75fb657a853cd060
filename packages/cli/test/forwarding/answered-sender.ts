import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** The answer that a sender got, byte for byte: nothing is decompressed or followed. */
export interface ReceivedAnswer {
  status: number;
  /** By their names in lower case. */
  headers: Record<string, string | string[] | undefined>;
  /** The names as they were spelled. */
  names: string[];
  body: Buffer;
  /** The id of the captured request. */
  id: number;
}

/** Sends a webhook and waits for its answer, however long that takes. */
export function deliver(
  url: string,
  { method = 'POST', body = '' }: { method?: string; body?: string } = {},
): Promise<ReceivedAnswer> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method, agent: false }, (response) => {
      const { statusCode: status = 0, headers, rawHeaders } = response;
      const names = rawHeaders.filter((_, index) => index % 2 === 0);
      const id = Number(headers['hookwell-request']);
      buffer(response).then((body) => resolve({ status, headers, names, body, id }), reject);
    });
    sending.on('error', reject);
    sending.end(body);
  });
}
