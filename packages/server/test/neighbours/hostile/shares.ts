import { brotliCompressSync, constants } from 'node:zlib';
import {
  call,
  callAs,
  fromNetwork,
  type Guest,
  type Hostile,
  keepOn,
  pause,
  send,
  type Target,
} from '../hostile.ts';
import { ask, closed } from './sockets.ts';

const json = { 'content-type': 'application/json' };
const largestShownBytes = 1024 * 1024;

/** A registered account with one endpoint: guests show nothing. */
async function register(way: Target, number: number): Promise<Guest> {
  const { url, localAddress } = way;
  const registered = await call(`${url}/api/auth/register`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: `shows-${number}@example.com`, password: 'password' }),
    localAddress,
  });
  const cookie = registered.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const created = await callAs(way, { cookie }, 'POST', '/api/endpoints');
  return { cookie, token: JSON.parse(created.body.toString()).token };
}

/** Bodies of the largest size that is shown, whose redaction takes longest: names, URLs, strings that are hidden. */
function dearBodies(number: number): Uint8Array[] {
  const names = Array.from({ length: 55_000 }, (_, at) => `"n${number}${at}é.x":"a"`);
  const filled = (piece: string) => piece.repeat((largestShownBytes - 100) / piece.length);
  return [
    `{${names.join()}}`,
    `[${filled('"https://a.b/?x=1&token=abc",')}1]`,
    `[${filled('"",')}1]`,
    `{"a":"${filled('%41=%42&')}"}`,
  ].map((text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }));
}

/** An account of a network of its own, and forty of its requests. */
async function plant(target: Target, number: number): Promise<{ from: Target; owner: Guest }> {
  const from = fromNetwork(target, number);
  const owner = await register(from, number);
  const bodies = dearBodies(number);
  for (let count = 0; count < 40; count += 1) {
    const body = bodies[count % bodies.length] ?? '';
    const status = await send(from, owner, body, { ...json, 'content-encoding': 'br' });
    if (status !== 200) throw new Error(`the body was answered ${status}`);
  }
  return { from, owner };
}

export const sharedReads: Hostile = {
  name: 'shares of bodies that are dear to redact, read from a hundred networks, left unread and guessed at',
  store: 'any',
  async attack(target) {
    const owners = await Promise.all([0, 1, 2].map((number) => plant(target, number)));
    for (const { from, owner } of owners) {
      for (const redact of ['secrets', 'values']) {
        const asked = JSON.stringify({ endpoint: owner.token, days: 1, redact });
        const made = await callAs(from, owner, 'POST', '/api/shares', asked);
        const path = `/api/shared/${JSON.parse(made.body.toString()).url.slice(-43)}`;
        for (let reader = 0; reader < 100; reader += 1) {
          const way = fromNetwork(target, reader);
          if (reader % 4 === 0) {
            keepOn(1, async () => closed(await ask(way, `GET ${path} HTTP/1.1`)));
            continue;
          }
          keepOn(1, () => readAll(way, path));
          if (reader % 10 === 1) keepOn(4, () => call(`${way.url}${path}x`, way));
        }
      }
      let times = 0;
      keepOn(4, () => {
        times += 1;
        // Other rules each time: nothing is remembered of them.
        const fields = [`field-${times}`];
        const preview = { endpoint: owner.token, days: 1, redact: 'secrets', fields };
        return callAs(from, owner, 'POST', '/api/shares/preview', JSON.stringify(preview));
      });
    }
    await pause(1000);
  },
};

/** Page by page, as far as there are any. */
async function readAll({ url, localAddress }: Target, path: string): Promise<void> {
  for (let next: string | undefined = path; next !== undefined; ) {
    const { headers } = await call(`${url}${next}`, { localAddress });
    next = /^<[^>]*(\/api\/[^>]*)>/.exec(String(headers.link))?.[1];
  }
}
