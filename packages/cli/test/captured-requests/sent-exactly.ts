import { exchangeRaw } from '../../../server/test/raw-http.ts';

/** A request that is written to the receive URL byte for byte. */
export interface SentExactly {
  /** Header lines in latin1, without `Content-Length`. */
  head: readonly string[];
  method: string;
  /** The path after the token. */
  below: string;
  body: Buffer;
}

/** Sends the request; gives its id. */
export async function sendExactly(
  server: { url: string },
  token: string,
  { method, below, head, body }: SentExactly,
): Promise<number> {
  const lines = [`${method} /wh/${token}${below} HTTP/1.1`, ...head];
  if (body.length > 0) lines.push(`Content-Length: ${body.length}`);
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  const answer = await exchangeRaw(server.url, Buffer.concat([bytes, body]));
  return JSON.parse(answer.body).id;
}
