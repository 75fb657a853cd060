import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The server that Hookwell is measured against: it reads the body, discards it and answers. */
const answer = '{"id":1234567,"message":"Webhook received"}';
const server = createServer((request, response) => {
  request.on('data', () => {});
  request.on('end', () => {
    response.writeHead(200, [
      'Content-Type',
      'application/json; charset=utf-8',
      'Content-Length',
      String(answer.length),
      'Access-Control-Allow-Origin',
      '*',
    ]);
    response.end(answer);
  });
});
server.listen(0, '127.0.0.1', () => {
  // A listening TCP server has an address with a port.
  console.log(`ready: http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
