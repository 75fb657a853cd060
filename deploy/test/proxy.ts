import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Proxy {
  url: string;
  add(node: string): void;
  remove(node: string): void;
  close(): Promise<void>;
}

/**
 * The strictest proxy: nodes in turn, connections kept, nothing is tried again. Whatever a node does not answer
 * is 502, with the reason.
 */
export async function startProxy(): Promise<Proxy> {
  const nodes: string[] = [];
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 256 });
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    turn += 1;
    const node = nodes[turn % nodes.length];
    const fail = (error: Error): void => {
      outgoing.writeHead(502).end(error.message);
    };
    if (node === undefined) return fail(new Error('no node'));
    const { method = 'GET', url = '/', headers } = incoming;
    const sent = request(new URL(url, node), { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    sent.on('error', fail);
    incoming.pipe(sent);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (node) => void nodes.push(node),
    remove: (node) => void nodes.splice(nodes.indexOf(node), 1),
    async close() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
