import { get, type IncomingMessage } from 'node:http';
import {
  becomeSeveral,
  callAs,
  type Guest,
  type Hostile,
  keepOn,
  pause,
  send,
  type Target,
} from '../hostile.ts';

const mebibyte = 1024 * 1024;

/** Opens a stream that answers the guest's senders. Rejects if it is refused. */
function listen(
  { url, localAddress }: Target,
  { cookie, token }: Guest,
  query: string,
): Promise<IncomingMessage> {
  const address = `${url}/api/sse?endpoint=${token}&view=summary&${query}`;
  return new Promise((resolve, reject) => {
    get(address, { headers: { cookie }, agent: false, localAddress }, (response) => {
      if (response.statusCode === 200) resolve(response);
      else reject(new Error(`the stream was answered ${response.statusCode}`));
      response.on('error', () => {});
    }).on('error', reject);
  });
}

/** Opens it, and again whenever it ends. */
function keepListening(
  target: Target,
  guest: Guest,
  query: string,
  hear: (text: string) => void,
): void {
  keepOn(1, async () => {
    const stream = await listen(target, guest, query);
    stream.setEncoding('utf8').on('data', hear);
    await new Promise((resolve) => stream.on('close', resolve));
  });
}

/** A match of the longest form: each of its words is looked for in the whole body, in vain. */
const longMatch = encodeURIComponent(
  Array.from({ length: 95 }, (_, word) => `body:${'a'.repeat(30)}b${word}`)
    .join(' ')
    .slice(0, 4090),
);

export const answeringStreams: Hostile = {
  name: 'senders that wait for streams with long matches on bodies of a MiB, and streams that open and close',
  store: 'any',
  async attack(target) {
    const text = Buffer.alloc(mebibyte, 'a');
    for (const guest of await becomeSeveral(target, 3)) {
      for (let stream = 0; stream < 12; stream += 1)
        keepListening(target, guest, `answers=25s&match=${longMatch}${stream}`, () => {});
      keepListening(target, guest, 'answers=25s', () => {});
      keepOn(4, async () => (await listen(target, guest, 'answers=25s')).destroy());
      keepOn(8, () => send(target, guest, text));
      keepOn(8, () => send(target, guest, text.subarray(0, 60 * 1024)));
      keepOn(120, () => send(target, guest, 'waits'));
    }
    await pause(1000);
  },
};

export const largeAnswers: Hostile = {
  name: 'answers of a MiB, for senders that wait and for such that never did',
  store: 'any',
  async attack(target) {
    const large = JSON.stringify({ status: 200, body: '\u0001'.repeat(mebibyte) });
    const small = JSON.stringify({ status: 200 });
    for (const guest of await becomeSeveral(target, 3)) {
      let [last, next] = [0, 0];
      keepListening(target, guest, 'answers=25s', (text) => {
        for (const [, id] of text.matchAll(/"id":(\d+)/g)) last = Number(id);
      });
      keepOn(100, () => send(target, guest, 'waits'));
      const put = (id: number, answer: string) =>
        callAs(target, guest, 'PUT', `/api/requests/${id}/answer`, answer);
      keepOn(8, () => put(last, large));
      keepOn(60, () => put(last, small));
      keepOn(60, () => put(++next, small));
    }
    await pause(1000);
  },
};
