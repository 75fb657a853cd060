import { Agent, get } from 'node:http';

/** Answers are read over a few connections that stay, as a browser does. */
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

export interface Answer {
  bytes: number;
  /** The address of the next page. */
  next: string | undefined;
}

/**
 * Reads an answer to its end and keeps none of it.
 * @throws {Error} if its status is another than 200, or if it is cut off
 */
export function readAnswer(url: string, cookie: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { cookie } }, (response) => {
      let bytes = 0;
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
      });
      response.once('error', reject);
      response.once('end', () => {
        const { statusCode, headers } = response;
        if (statusCode !== 200) return reject(new Error(`${url} was answered ${statusCode}`));
        const next = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1];
        resolve({ bytes, next: next === undefined ? undefined : new URL(next, url).href });
      });
    });
    request.once('error', reject);
  });
}

/** The ids in a list of captured requests. */
export async function readIds(url: string, cookie: string): Promise<number[]> {
  const response = await fetch(url, { headers: { cookie } });
  if (response.status !== 200) throw new Error(`${url} was answered ${response.status}`);
  // The contract's summaries; only their ids are used here.
  return ((await response.json()) as { id: number }[]).map(({ id }) => id);
}
