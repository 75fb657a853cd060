import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { openSocket } from '../raw-http.ts';
import { startProcess } from '../server-process.ts';
import { startGuest } from '../start-server.ts';

/** Collects all garbage, and tells how many requests are left. */
const tell = `
  import { IncomingMessage } from 'node:http';
  import { queryObjects } from 'node:v8';
  process.on('SIGUSR2', () => {
    const count = queryObjects(IncomingMessage, { format: 'count' });
    process.stderr.write('requests: ' + count + '\\n');
  });
`;

const server = forFile(await startProcess({ preload: tell }));
const visitor = await startGuest(server);

/** The number of requests that the server has in memory. */
async function keptRequests(): Promise<number> {
  const counts = () => [...server.standardError().matchAll(/^requests: (\d+)$/gm)];
  const before = counts().length;
  process.kill(server.pid, 'SIGUSR2');
  const told = await eventually(counts, ({ length }) => length > before);
  return Number(told.at(-1)?.[1]);
}

interface Answered {
  socket: Socket;
  status: number;
}

/** Sends each request on a connection of its own, which stays open behind its answer. */
async function answered(count: number, request: (index: number) => string): Promise<Answered[]> {
  return await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const socket = await openSocket(server.url);
      socket.write(request(index));
      const [head]: Buffer[] = await once(socket, 'data');
      return { socket, status: Number(head?.toString().split(' ')[1]) };
    }),
  );
}

/** The statuses of answers whose connections are open; closes these. */
function statusesOf(answers: readonly Answered[]): number[] {
  const open = answers.filter(({ socket }) => !socket.closed);
  for (const { socket } of open) socket.destroy();
  return [...new Set(open.map(({ status }) => status))].sort();
}

test('an idle connection keeps nothing of its last request', async () => {
  const token = await visitor.endpoint();
  const before = await keptRequests();
  const requests = [
    `POST /wh/${token}`,
    'GET /api/auth/me',
    // These are answered before their bodies are whole.
    'POST /api/endpoints',
    'GET /healthz',
  ];
  const answers = await answered(
    40,
    (index) => `${requests[index % 4]} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}`,
  );
  await eventually(keptRequests, (now) => now < before + 5);
  expect(statusesOf(answers)).toEqual([200, 401]);
});

test('open streams keep no request, and so neither its answer nor its parser', async () => {
  const before = await keptRequests();
  const answers = await answered(
    10,
    () => `GET /api/sse HTTP/1.1\r\nHost: a\r\nCookie: ${visitor.cookie}\r\n\r\n`,
  );
  await eventually(keptRequests, (now) => now < before + 5);
  expect(statusesOf(answers)).toEqual([200]);
});
