import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { ClientTimes } from '../../src/connections/connection.ts';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { startGuest, startServer } from '../start-server.ts';
import {
  chunked,
  end,
  expectations,
  get,
  halfClosed,
  host,
  kept,
  type Row,
  refused,
  type Step,
  slow,
} from './exchange-tables.ts';

const environment = { HOOKWELL_MAX_BODY_BYTES: '1000' };
const patient = await startWith();
const impatient = await startWith({ headersMs: 1500, wholeRequestMs: 2500, idleMs: 20_000 });

async function startWith(times?: ClientTimes) {
  const server = forFile(await startServer({ environment, ...(times && { times }) }));
  const visitor = await startGuest(server);
  return { server, visitor, token: await visitor.endpoint() };
}

let rows = 0;

/** Everything that is answered, and what is stored of it. */
async function exchange(
  steps: readonly Step[],
  { server, visitor, token } = patient,
): Promise<{ answered: string; stored: string[] }> {
  rows += 1;
  const place = `/${rows}.`;
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let heard = '';
  let hasEnded = false;
  socket.setEncoding('latin1').on('data', (piece: string) => {
    heard += piece;
  });
  socket.on('end', () => {
    hasEnded = true;
    socket.end();
  });
  const heads = () => heard.match(/HTTP\/1\.1 \d{3}/g) ?? [];
  for (const step of steps) {
    if (typeof step === 'number') await eventually(() => heads().length >= step);
    else if (step === end) socket.end();
    else {
      socket.write(step.replaceAll('/wh/T', `/wh/${token}${place}`), 'latin1');
      // Bytes that are written at once may arrive at once.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  const isDone = (): boolean => hasEnded || (!steps.includes(end) && isToBeUsed(heard));
  await eventually(isDone);
  const isKept = !hasEnded && (await isUsable());
  socket.destroy();
  const captures = await visitor.ask(200, 'GET', `/api/requests?match=path:${place}`);
  return {
    answered: [...heads().map((head) => head.slice(-3)), isKept ? 'kept' : 'closed'].join(' '),
    stored: captures.map(storedText).reverse(),
  };

  async function isUsable(): Promise<boolean> {
    const before = heads().length;
    const asked = `GET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;
    if (socket.writable) socket.write(asked);
    await eventually(() => hasEnded);
    const isAnswered = heads().length === before + 1;
    if (isAnswered) heard = heard.slice(0, heard.lastIndexOf('HTTP/1.1'));
    return isAnswered;
  }
}

/** Whether the latest answer says that the connection can be used again. */
function isToBeUsed(heard: string): boolean {
  return heard.slice(heard.lastIndexOf('HTTP/1.1 ')).includes('\r\nConnection: keep-alive\r\n');
}

function storedText({ method, body }: { method: string; body: { raw: string } }): string {
  return `${method} ${body.raw}`;
}

describe('slow with', () => {
  test.concurrent.each(slow)('%s', async (_row, steps, answered, stored) => {
    expect(await exchange(steps, impatient)).toEqual({ answered, stored });
  });
});

describe.each<[string, Row[]]>([
  ['a sender that closes its side', halfClosed],
  ['an expectation', expectations],
  ['refused:', refused],
  ['the connection after', kept],
])('%s', (_name, table) => {
  test.concurrent.each(table)('%s', async (_row, steps, answered, stored) => {
    expect(await exchange(steps)).toEqual({ answered, stored });
  });
});

test('a body that turns out to be no HTTP while its answer is a stream ends the connection, and nothing else', async () => {
  const { hostname, port } = new URL(patient.server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  let heard = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    heard += piece;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const cookie = `Cookie: ${patient.visitor.cookie}\r\n`;
  socket.write(`GET /api/sse HTTP/1.1\r\n${host}${cookie}${chunked}\r\n5\r\nhello\r\n`);
  await eventually(() => heard.includes('HTTP/1.1 200'));
  socket.write('no chunk\r\n');
  await closed;
  expect((await exchange([get])).answered).toBe('200 kept');
});
