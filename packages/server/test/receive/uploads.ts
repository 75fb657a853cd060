import { once } from 'node:events';
import type { Socket } from 'node:net';
import { openSocket, type RawAnswer, readAnswer } from '../raw-http.ts';

const mebibyte = Buffer.alloc(1024 * 1024, 'x');

/** A webhook whose last byte is held back. Its answer may come before that. */
export interface Upload extends Disposable {
  answer: Promise<RawAnswer>;
  /** The status of its answer; undefined until it is answered. */
  status: number | undefined;
  finish(): Promise<RawAnswer>;
}

/** Sends all of a body but its last byte, for as long as the server takes it. */
export async function startUpload(url: string, token: string, bytes: number): Promise<Upload> {
  const socket = await openSocket(url);
  // A refused upload may be cut off before all of it is sent.
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
