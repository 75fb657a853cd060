import type { RefusedReason, RefusedRequests } from '@hookwell/core/api';
import { expect, test } from 'vitest';
import { defaultClientTimes } from '../../src/connections/http-server.ts';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { startUpload } from '../receive/uploads.ts';
import { send, startAccount, startGuest, startServer, type Visitor } from '../start-server.ts';
import {
  clockOfOneMinute,
  counted,
  refusalsOf,
  refusalsOnceSeen,
  sendPieces,
} from './refused-requests.ts';

const environment = { HOOKWELL_MAX_BODY_BYTES: '100000' };
const patient = await ownersServer();
// Slow pieces are no fault of the others, and its owner asks it, too, on a busy machine.
const impatient = await ownersServer({ headersMs: 2500, wholeRequestMs: 4000, idleMs: 10_000 });

async function ownersServer(times = defaultClientTimes) {
  const server = forFile(await startServer({ environment, times }));
  return { server, owner: await startAccount(server, 'enterprise') };
}

const secret = 'a-secret-of-the-sender';
const line = (token: string, method = 'POST') =>
  `${method} /wh/${token}/orders?key=${secret} HTTP/1.1\r\nHost: a\r\nAuthorization: ${secret}\r\n`;

interface Sent {
  what: string;
  pieces: (token: string) => (string | Uint8Array)[];
  end?: 'reset' | 'half-closed';
  row: Partial<RefusedRequests> & { reason: RefusedReason };
}

const malformed = (detail: string, rest: string, begin = line): Sent => ({
  what: detail,
  pieces: (token) => [begin(token) + rest],
  row: { reason: 'malformed', status: 400, detail },
});
/** One that announces a byte. */
const announced = (detail: string, rest: string): Sent => {
  const { row, ...sent } = malformed(detail, rest);
  return { ...sent, row: { ...row, bytes: 1 } };
};
const malformedBody = (detail: string, rest: string, bytes: number): Sent => {
  const { row, ...sent } = malformed(`body: ${detail}`, rest);
  return { ...sent, row: { ...row, bytes } };
};
const chunked = 'Transfer-Encoding: chunked\r\n\r\n';
const big = `Big: ${'x'.repeat(20_000)}`;

const sent: readonly Sent[] = [
  malformed('header line 4: a space before the colon', `A: 1\r\nBad : ${secret}\r\n\r\n`),
  malformed('header line 3: a space in the name', `A b: ${secret}\r\n\r\n`),
  malformed('header line 3: no colon', `${secret}\r\n\r\n`),
  malformed('header line 3: no name before the colon', `: ${secret}\r\n\r\n`),
  malformed('header line 3: a character that no name may have', `Ä: ${secret}\r\n\r\n`),
  malformed('header line 3: a control character in the value', `A: ${secret}\x01\r\n\r\n`),
  malformed('header line 4: a line feed without a carriage return before it', 'A: 1\r\n\nB: 2\r\n'),
  malformed('header line 4: white space at its beginning', `A: 1\r\n ${secret}\r\n\r\n`),
  malformed('header line 3: a line feed without a carriage return before it', 'A: 1\nB: 2\r\n\r\n'),
  malformed('header line 3: a carriage return without a line feed after it', 'A: 1\rB: 2\r\n\r\n'),
  malformed(
    'header line 3: a Content-Length that is not one number',
    'Content-Length: 1, 2\r\n\r\n',
  ),
  malformed('header line 3: a Content-Length that is not one number', 'Content-Length: \r\n\r\n'),
  announced(
    'header line 4: a second Content-Length',
    'Content-Length: 1\r\nContent-Length: 1\r\n\r\n',
  ),
  announced(
    'header line 4: a Content-Length and a Transfer-Encoding in one request',
    `Content-Length: 1\r\n${chunked}`,
  ),
  malformed('header line 3: one more Host', 'Host: b\r\n\r\n'),
  malformed(
    'header line 1: a Host that is no host',
    '\r\n',
    (token) => `POST /wh/${token}/orders HTTP/1.1\r\nHost: a b\r\n`,
  ),
  malformed('headers: no Host', '\r\n', (token) => `POST /wh/${token}/orders HTTP/1.1\r\n`),
  malformed(
    'request line: no HTTP version after the address',
    '\r\n',
    (token) => `POST /wh/${token}/orders FOO/1.1\r\nHost: a\r\n`,
  ),
  malformed(
    'request line: a space in the address',
    '\r\n',
    (token) => `POST /wh/${token}/orders?a=b c HTTP/1.1\r\nHost: a\r\n`,
  ),
  malformed(
    'request line: the version is not HTTP/1.1 or HTTP/1.0',
    '\r\n',
    (token) => `POST /wh/${token}/orders HTTP/2.0\r\nHost: a\r\n`,
  ),
  malformed(
    'request line: the version is not HTTP/1.1 or HTTP/1.0',
    '\r\n',
    (token) => `POST /wh/${token}/orders HTTP/3.7\r\nHost: a\r\n`,
  ),
  malformed(
    'request line: it does not end with a carriage return and a line feed',
    '\n',
    (token) => `POST /wh/${token}/orders HTTP/1.1\nHost: a\n`,
  ),
  malformed(
    'request line: a character that an address may not have',
    '\r\n',
    (token) => `POST /wh/${token}/orders?\x01 HTTP/1.1\r\nHost: a\r\n`,
  ),
  malformedBody('the length of a chunk is no hexadecimal number', `${chunked}zz${secret}\r\n`, 0),
  malformedBody('a chunk does not end where its length says', `${chunked}2\r\nabc${secret}\r\n`, 2),
  malformedBody('a trailer that is no header', `${chunked}0\r\nBad : ${secret}\r\n\r\n`, 0),
  malformedBody(
    'its Transfer-Encoding does not end with chunked',
    'Transfer-Encoding: gzip\r\n\r\n',
    0,
  ),
  {
    what: 'a malformed head in pieces',
    pieces: (token) => [
      line(token).slice(0, 9),
      line(token).slice(9),
      'A: 1\r\nB',
      'ad',
      ` : ${secret}\r\n\r\n`,
    ],
    row: { reason: 'malformed', status: 400, detail: 'header line 4: a space before the colon' },
  },
  {
    what: 'a malformed head behind another request',
    pieces: (token) => [
      `GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi${line(token)}Bad : x\r\n\r\n`,
    ],
    row: { reason: 'malformed', status: 400, detail: 'header line 3: a space before the colon' },
  },
  {
    what: 'headers past the limit',
    pieces: (token) => [`${line(token)}${big}\r\n${big}\r\n\r\n`],
    row: { reason: 'headers_too_large', status: 431 },
  },
  {
    what: 'headers past the limit in pieces',
    pieces: (token) => [line(token), big, big, '\r\n\r\n'],
    row: { reason: 'headers_too_large', status: 431 },
  },
  {
    what: 'too many headers',
    pieces: (token) => [`${line(token)}${'a:\r\n'.repeat(2600)}\r\n`],
    row: { reason: 'headers_too_large', status: 431 },
  },
  {
    what: 'a body announced as too large',
    pieces: (token) => [`${line(token)}Content-Length: 100001\r\n\r\n`],
    row: { reason: 'body_too_large', status: 413, bytes: 100_001 },
  },
  {
    what: 'a body that becomes too large',
    pieces: (token) => [`${line(token)}${chunked}20000\r\n`, new Uint8Array(0x20000)],
    row: { reason: 'body_too_large', status: 413, bytes: expect.any(Number) },
  },
  {
    what: 'a head that never becomes whole',
    pieces: (token) => [line(token)],
    row: { reason: 'timed_out', status: 408 },
  },
  {
    what: 'a body that never becomes whole',
    pieces: (token) => [`${line(token)}Content-Length: 10\r\n\r\nhalf`],
    row: { reason: 'timed_out', status: 408, bytes: 10 },
  },
  {
    what: 'a sender that resets the connection in the head',
    pieces: (token) => [line(token), 'A: 1\r\n'],
    end: 'reset',
    row: { reason: 'aborted' },
  },
  {
    what: 'a sender that resets the connection at once',
    pieces: (token) => [`${line(token)}Content-Length: 9\r\n\r\n`],
    end: 'reset',
    row: { reason: 'aborted', bytes: 9 },
  },
  {
    what: 'a sender that closes the connection in the head',
    pieces: (token) => [line(token), 'A: 1\r\n'],
    end: 'half-closed',
    row: { reason: 'aborted' },
  },
  {
    what: 'an empty length, in a piece of its own',
    pieces: (token) => [line(token), 'Content-Length: \r\n', '\r\n'],
    row: {
      ...{ reason: 'malformed', status: 400 },
      detail: 'header line 3: a Content-Length that is not one number',
    },
  },
  {
    what: 'a space, behind which nothing has come',
    pieces: (token) => [line(token), 'A '],
    row: {
      ...{ reason: 'malformed', status: 400 },
      detail: 'header line 3: a space in the name, or behind it',
    },
  },
  {
    what: 'behind a form of many parts',
    pieces: (token) => [
      `GET /readyz HTTP/1.1\r\nHost: a\r\nContent-Length: 15\r\n\r\n--x\r\n\r\na\r\n--x--` +
        `\r\n\r\n${line(token)}${`A: 1\r\n`.repeat(9)}A : 1\r\n\r\n`,
    ],
    row: {
      ...{ reason: 'malformed', status: 400 },
      detail: 'header line 12: a space before the colon',
    },
  },
  {
    what: 'a sender that resets the connection in the body',
    pieces: (token) => [`${line(token)}${chunked}`, `5\r\nhello\r\n`],
    end: 'reset',
    row: { reason: 'aborted', bytes: 5 },
  },
];

/** Only one of the services gives up on its senders. */
function serviceFor({ reason }: Sent['row']) {
  return reason === 'timed_out' ? impatient : patient;
}

/** Sends it to an endpoint of its own, which the node knows already or has yet to look up; gives what its owner sees. */
async function seenOf(
  { pieces, end, row }: Sent,
  token: string,
  isKnown: boolean,
): Promise<unknown> {
  const { server, owner } = serviceFor(row);
  if (isKnown) await send(server, token);
  const answer = await sendPieces(server.url, pieces(token), end);
  const rows = await refusalsOnceSeen(owner, token, 1);
  const stored = await owner.ask(200, 'GET', `/api/requests/endpoint/${token}`);
  const age = Date.now() - Date.parse(rows[0]?.at ?? '');
  return {
    answered: end === undefined ? Number(/HTTP\/1\.1 (?!200)(\d+)/.exec(answer)?.[1]) : undefined,
    rows: rows.map(({ at, path, ...rest }) => ({ ...rest, path: path?.replace(token, 'TOKEN') })),
    tellsSecrets: JSON.stringify(rows).includes(secret),
    isOfNow: age >= 0 && age < 60_000,
    stored: stored.length - (isKnown ? 1 : 0),
    row,
  };
}

test('each kind of refused request is shown to the owner of its endpoint, with nothing that a header or a query says', async () => {
  for (const isKnown of [false, true]) {
    // One after the other: an account may not make so many changes at once.
    const tokens: string[] = [];
    for (const { row } of sent) tokens.push(await serviceFor(row).owner.endpoint());
    const seen = await Promise.all(
      sent.map(async (one, index) => ({
        what: one.what,
        ...Object(await seenOf(one, tokens[index] ?? '', isKnown)),
      })),
    );
    expect(seen).toEqual(
      sent.map(({ what, end, row }) => ({
        what,
        answered: end === undefined ? row.status : undefined,
        rows: [
          {
            ...{ method: 'POST', path: '/wh/TOKEN/orders', count: 1 },
            // The address of a sender that reset its connection may not be known any more.
            ipAddress:
              end === 'reset' ? expect.stringMatching(/^(127\.0\.0\.1|unknown)$/) : '127.0.0.1',
            ...row,
          },
        ],
        tellsSecrets: false,
        isOfNow: true,
        stored: 0,
        row,
      })),
    );
  }
  for (const reason of ['malformed', 'headers_too_large', 'timed_out', 'aborted'] as const) {
    const expected = 2 * sent.filter(({ row }) => row.reason === reason).length;
    const { server } = reason === 'timed_out' ? impatient : patient;
    expect([reason, await counted(server, reason)]).toEqual([reason, expected]);
  }
});

test('so is what a busy or full service does not take', async () => {
  await using small = await startServer({
    clock: clockOfOneMinute(),
    environment: { HOOKWELL_MAX_STORE_BYTES: '3000000', HOOKWELL_RECEIVE_RATE_LIMIT: '10' },
  });
  const account = await startAccount(small, 'plus');
  const guest = await startGuest(small);
  const [rated, crowded, full] = [
    await account.endpoint(),
    await account.endpoint(),
    await account.endpoint(),
  ];
  const ofGuest = await guest.endpoint();
  const body = 'x'.repeat(200_000);
  const until = async (status: number, to: string, init: RequestInit = {}) =>
    await eventually(
      () => send(small, to, { method: 'POST', ...init }),
      (answer) => answer.status === status,
    );

  await until(429, rated);
  const uploads = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(() => startUpload(small.url, crowded, 25 * 1024 * 1024)),
  );
  await eventually(() => uploads.some(({ status }) => status === 503));
  for (const upload of uploads) upload[Symbol.dispose]();
  await until(507, ofGuest, { body });
  await until(507, full, { body });

  const rowsOf = async (owner: Visitor, token: string, reason: RefusedReason, count = 1) =>
    await eventually(
      async () => (await refusalsOf(owner, token)).filter((row) => row.reason === reason),
      ([row]) => row?.count === count,
      10_000,
    );
  const alike = { method: 'POST', ipAddress: '127.0.0.1', at: expect.any(String) };
  const row = (token: string, reason: RefusedReason, status: number, bytes: number) => [
    { ...alike, reason, status, bytes, path: `/wh/${token}`, count: 1 },
  ];
  expect(await rowsOf(account, rated, 'rate_limited')).toEqual(row(rated, 'rate_limited', 429, 0));
  expect(await rowsOf(account, crowded, 'overloaded')).toEqual(
    row(crowded, 'overloaded', 503, 25 * 1024 * 1024),
  );
  expect(await rowsOf(account, crowded, 'aborted', 5)).toEqual([
    { ...alike, reason: 'aborted', bytes: 25 * 1024 * 1024, path: `/wh/${crowded}`, count: 5 },
  ]);
  expect(await rowsOf(guest, ofGuest, 'guest_space_full')).toEqual(
    row(ofGuest, 'guest_space_full', 507, 200_000),
  );
  expect(await rowsOf(account, full, 'store_full')).toEqual(row(full, 'store_full', 507, 200_000));
});
