import { Connection, type ConnectionOptions } from '../../../src/connections/connection.ts';
import type { HttpRequest, HttpResponse } from '../../../src/connections/exchange.ts';
import { defaultClientTimes } from '../../../src/connections/http-server.ts';
import type { Fault } from '../../../src/connections/request-head.ts';
import type { Reading, ReadRequest } from './reading.ts';
import { WireStream } from './wire-stream.ts';

/** What the service's own server makes of the bytes, which come in these pieces; each request is answered once it is whole. */
export function readAsOurs(pieces: readonly Uint8Array[]): Reading & { fault: string } {
  const requests: ReadRequest[] = [];
  const stream = new WireStream();
  let fault = '';
  const refused = (_head: unknown, given: Fault | undefined): void => {
    fault = given?.detail ?? given?.code ?? 'gone';
  };
  const handler = (request: HttpRequest, response: HttpResponse): void => {
    const read = newRequest(request);
    requests.push(read);
    // What comes afterwards may be moved: bytes that were given stay as they are.
    const given: { piece: Buffer; text: string }[] = [];
    request.read({
      came: (piece) => given.push({ piece, text: piece.toString('latin1') }),
      ended: () => {
        read.isWhole = true;
        response.answer(200, []);
      },
      failed: () => {
        fault = request.fault?.detail ?? request.fault?.code ?? 'gone';
      },
    });
    keptBodies.push(() => {
      for (const { piece, text } of given) {
        if (piece.toString('latin1') !== text)
          throw new Error('A piece changed after it was given');
        read.body += text;
      }
    });
  };
  const keptBodies: (() => void)[] = [];
  const options: ConnectionOptions = {
    ...{ handler, refused, ended: () => undefined, keeps: () => true },
    ...{ maxBodyBytes: 1_000_000, times: defaultClientTimes },
  };
  new Connection(stream.asSocket, options);
  for (const piece of pieces) stream.emit('data', Buffer.from(piece));
  for (const check of keptBodies) check();
  const isRefused = /HTTP\/1\.1 4/.test(stream.written);
  const isLast = stream.written.includes('\r\nConnection: close\r\n');
  const end = isRefused ? 'refused' : isLast ? 'closed' : 'open';
  stream.destroy();
  return { requests, end, fault, why: isRefused ? kindOf(fault, stream.written) : '' };
}

function kindOf(fault: string, written: string): string {
  const status = /HTTP\/1\.1 (4\d\d)/.exec(written)?.[1] ?? '';
  return fault === '' ? status : fault.replace(/^(?:header line \d+|request line|headers): /, '');
}

function newRequest({ method, url, rawHeaders }: HttpRequest): ReadRequest {
  return { method, target: url, headers: [...rawHeaders], body: '', isWhole: false };
}
