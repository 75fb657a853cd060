import { type Operation, operations, receivePaymentEvent } from '@hookwell/core/api';
import { expect, test } from 'vitest';
import { mostApiBodyBytes } from '../../src/http/request-body.ts';
import { forFile } from '../kept-for.ts';
import { openSocket, readAnswer } from '../raw-http.ts';
import { startAccount, startServer } from '../start-server.ts';

const server = forFile(
  await startServer({ environment: { HOOKWELL_PAYMENT_WEBHOOK_SECRETS: 'whsec_a' } }),
);
const visitor = await startAccount(server, 'plus');

const all: [string, Operation][] = [
  ...Object.entries(operations),
  ['receivePaymentEvent', receivePaymentEvent],
];
const withLongBodies = all.filter(([, { bodyLimit = 0 }]) => bodyLimit > mostApiBodyBytes);

test.each(withLongBodies)(
  '%s is refused before its body has come if it is for nothing',
  async (_, operation) => {
    const path = operation.url.replace(':token', 'unknown').replace(':id', '999999999');
    const socket = await openSocket(server.url);
    const head = `Host: a\r\nCookie: ${visitor.cookie}\r\nContent-Type: application/json\r\nContent-Length: 100000`;
    socket.write(`${operation.method} ${path} HTTP/1.1\r\n${head}\r\n\r\n{`);
    const expected = operation === receivePaymentEvent ? 400 : 404;
    expect(await readAnswer(socket)).toMatchObject({ status: expected });
  },
);
