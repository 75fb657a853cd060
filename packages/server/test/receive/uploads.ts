import { once } from 'node:events';
import type { Socket } from 'node:net';
import { openSocket, type RawAnswer, readAnswer } from '../raw-http.ts';

const mebibyte = Buffer.alloc(2 ** 20, 'x');

/** A webhook of which the last byte is held back. Its answer may come before that. */
export interface Upload extends Disposable {
  answer: Promise<RawAnswer>;
  /** Whether it was answered, and with which status. */
  status: number | undefined;
  finish(): Promise<RawAnswer>;
}

/** Sends all of a body but its last byte, as long as somebody takes it. */
export async function startUpload(url: string, token: string, bytes: number): Promise<Upload> {
  const socket = await openSocket(url);
  // Whoever is refused may be cut off before all is sent.
  socket.on('error', () => undefined);
  const answer = readAnswer(socket);
  answer.catch(() => undefined);
  const upload: Upload = {
    answer,
    status: undefined,
    finish() {
      socket.write('x');
      return answer;
    },
    [Symbol.dispose]: () => socket.destroy(),
  };
  answer.then(
    ({ status }) => {
      upload.status = status;
    },
    () => undefined,
  );
  socket.write(`POST /wh/${token} HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n`);
  for (let left = bytes - 1; left > 0 && upload.status === undefined; left -= mebibyte.length) {
    if (!socket.write(mebibyte.subarray(0, left))) await drained(socket);
  }
  return upload;
}

async function drained(socket: Socket): Promise<void> {
  if (socket.destroyed) return;
  const ended = new AbortController();
  const { signal } = ended;
  const either = ['drain', 'close'].map((event) => once(socket, event, { signal }));
  await Promise.race(either);
  ended.abort();
  await Promise.allSettled(either);
}
