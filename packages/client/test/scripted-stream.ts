import { type AddressInfo, createServer, type Socket } from 'node:net';

/** One connection to the scripted stream: its query, and the bare socket to answer on. */
export interface Connection {
  /** Counts the connections before it. */
  before: number;
  /** The value of `after`; 0 if there is none. */
  after: number;
  target: string;
  socket: Socket;
  /** Begins an answer whose body ends with the connection. */
  open(): void;
  /** Writes the bytes in pieces of these lengths, over and over, each in a turn of its own. */
  write(text: string | Uint8Array, lengths?: readonly number[]): Promise<void>;
  /** Answers with this status and nothing more. */
  refuse(status: number, headers?: Record<string, string>): void;
  /** Resolves once the client has closed it. */
  closed: Promise<void>;
}

/** A server below HTTP that follows a script, one connection after the other. `await using` ends it. */
export interface ScriptedStream extends AsyncDisposable {
  url: string;
  connections: Connection[];
}

export async function startScriptedStream(
  script: (connection: Connection) => void | Promise<void>,
): Promise<ScriptedStream> {
  const connections: Connection[] = [];
  const failures: unknown[] = [];
  // Node's fetch may open one more connection and send nothing.
  const sockets: Socket[] = [];
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.once('data', (head) => {
      const connection = connect(socket, head.toString('latin1'), connections.length);
      connections.push(connection);
      Promise.resolve(script(connection)).catch((error) => failures.push(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    connections,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      if (failures.length > 0) throw failures[0];
    },
  };
}

function connect(socket: Socket, head: string, before: number): Connection {
  const target = head.split(' ')[1] ?? '';
  return {
    before,
    target,
    after: Number(new URL(target, 'http://localhost').searchParams.get('after')),
    socket,
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
    open: () => {
      const headers = 'Content-Type: text/event-stream; charset=utf-8\r\nConnection: close';
      socket.write(`HTTP/1.1 200 OK\r\n${headers}\r\n\r\n`);
    },
    write: async (text, lengths = []) => {
      const bytes = Buffer.from(text);
      for (let start = 0, turn = 0; start < bytes.length; turn++) {
        const end = start + (lengths[turn % lengths.length] ?? bytes.length);
        socket.write(bytes.subarray(start, end));
        await new Promise((resolve) => setImmediate(resolve));
        start = end;
      }
    },
    refuse: (status, headers = {}) => {
      const body = `{"error":"Refused with ${status}"}`;
      const all = { 'Content-Length': body.length, Connection: 'close', ...headers };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${body}`);
    },
  };
}

/** The text of a captured request's event. */
export function eventOf(id: number, body = 'body'): string {
  return `data: ${JSON.stringify({ SSEWebhookRequest: { id, body } })}\n\n`;
}

export const heartbeat = 'data: {"SSEHeartbeat":{"timestamp":"2026-03-01T12:00:30.000Z"}}\n\n';
