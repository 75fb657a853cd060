import { payloads } from '../../../core/test/match/payloads.ts';
import { exchangeRaw } from '../raw-http.ts';
import type { TestServer, Visitor } from '../start-server.ts';

/** The endpoint that captured all payloads of the match language, and the name of each by the id of its capture. */
export interface SentPayloads {
  token: string;
  names: Map<number, string>;
}

/** Sends every payload, byte for byte, one after the other, to a new endpoint. */
export async function sendPayloads(
  server: Pick<TestServer, 'url'>,
  visitor: Visitor,
): Promise<SentPayloads> {
  const token = await visitor.endpoint();
  const names = new Map<number, string>();
  for (const { name, method, path, query, headers, body } of payloads) {
    const target = `/wh/${token}${path}${query === '' ? '' : `?${query}`}`;
    const lines = [
      `${method} ${target} HTTP/1.1`,
      'Host: h',
      ...headers.map(([header, value]) => `${header}: ${value}`),
      ...(body.length === 0 ? [] : [`Content-Length: ${body.length}`]),
    ];
    const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
    const answer = await exchangeRaw(server.url, Buffer.concat([head, body]));
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.body}`);
    names.set(JSON.parse(answer.body).id, name);
  }
  return { token, names };
}
