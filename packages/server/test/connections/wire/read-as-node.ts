import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Reading, ReadRequest } from './reading.ts';
import { WireStream } from './wire-stream.ts';

/** Reads under way, by the connections that they are of. */
const readings = new WeakMap<object, Reading>();
const requestsOf = new WeakMap<IncomingMessage, ReadRequest>();

/** Notes the bytes of a body as they come: nothing has to be awaited. */
class NotedRequest extends IncomingMessage {
  override push(piece: Buffer | null): boolean {
    const read = requestsOf.get(this);
    if (read !== undefined) {
      if (piece === null) read.isWhole = true;
      else read.body += piece.toString('latin1');
    }
    return super.push(piece);
  }
}

/** Nobody here gives an answer, so whatever is written is a refusal of Node's: of a request without a Host. */
class NotedResponse extends ServerResponse<NotedRequest> {
  override writeHead(status: number, ...rest: never[]): this {
    refuse(readings.get(this.req.socket), 'no Host');
    return super.writeHead(status, ...rest);
  }
}

const server = createServer({
  ...{ IncomingMessage: NotedRequest, ServerResponse: NotedResponse },
  maxHeaderSize: 64 * 1024,
});
server.maxHeadersCount = 0;
for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, requestCame);
server.on('connect', (request: IncomingMessage) => refuse(readings.get(request.socket), 'CONNECT'));
server.on('clientError', (error: NodeJS.ErrnoException & { reason?: string }, socket) => {
  refuse(readings.get(socket), `${error.code}: ${error.reason ?? error.message}`);
  socket.destroy();
});

/** What Node's own server makes of the bytes. It gives no answers but those of its own refusals. */
export function readAsNode(bytes: Uint8Array): Reading {
  const stream = new WireStream();
  const reading: Reading = { requests: [], end: 'open', why: '' };
  readings.set(stream, reading);
  server.emit('connection', stream);
  stream.emit('data', Buffer.from(bytes));
  stream.destroy();
  const last = reading.requests.at(-1);
  // It offers an upgrade, which nobody takes: what came along with it is dropped.
  if (last !== undefined && offersUpgrade(last) && reading.end === 'open') reading.end = 'closed';
  return reading;
}

function offersUpgrade({ headers }: ReadRequest): boolean {
  const names = headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  return names.includes('upgrade') && names.includes('connection');
}

function requestCame(request: IncomingMessage): void {
  const { method = '', url = '', rawHeaders } = request;
  const read: ReadRequest = { method, target: url, headers: rawHeaders, body: '', isWhole: false };
  requestsOf.set(request, read);
  const reading = readings.get(request.socket);
  if (reading?.end === 'open') reading.requests.push(read);
}

function refuse(reading: Reading | undefined, why: string): void {
  if (reading === undefined || reading.end !== 'open') return;
  reading.end = why.startsWith('HPE_CLOSED_CONNECTION') ? 'closed' : 'refused';
  reading.why = why;
}
