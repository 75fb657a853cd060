import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  /** Names in lower case. */
  headers: Map<string, string>;
  body: string;
}

/** Writes the bytes to the server as they are and reads until it closes, or until one whole answer came. */
export async function exchangeRaw(url: string, bytes: string | Uint8Array): Promise<RawAnswer> {
  const socket = await openSocket(url);
  socket.write(bytes);
  return await readAnswer(socket);
}

export function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** The next answer on the socket; ends the socket. Fails if the server closed without an answer. */
export function readAnswer(socket: Socket): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const settle = (): boolean => {
      const first = parseAnswer(received);
      if (first === undefined) return false;
      resolve(first.answer);
      socket.destroy();
      return true;
    };
    socket.on('data', (piece: Buffer) => {
      received = Buffer.concat([received, piece]);
      settle();
    });
    socket.on('error', (error) => settle() || reject(error));
    socket.on('close', () => {
      if (!settle()) reject(new Error(`closed without an answer: ${received.toString('latin1')}`));
    });
  });
}

/** The first answer in the bytes and its length; undefined if it is not whole yet. */
export function parseAnswer(received: Buffer): { answer: RawAnswer; length: number } | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [statusLine = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = Number(headers.get('content-length') ?? 0);
  const body = received.subarray(headEnd + 4);
  if (body.length < length) return undefined;
  const answer = {
    status: Number(statusLine.split(' ')[1]),
    headers,
    body: body.toString('utf8', 0, length),
  };
  return { answer, length: headEnd + 4 + length };
}
