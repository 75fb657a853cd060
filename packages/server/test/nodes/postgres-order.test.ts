import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { query } from '../postgres/connect.ts';
import { send, startAccount, startGuest, type TestServer, type Visitor } from '../start-server.ts';
import { inTurn, type Nodes, startNodes } from './start-nodes.ts';
import { StreamFollower } from './stream-follower.ts';

const writersPerNode = 6;
const capturesPerWriter = 30;

interface Answer {
  status: number;
  id: number;
  body: string;
}

interface Stored {
  id: number;
  token: string;
  accountId: number;
  body: string;
}

/** An account with endpoints, and the queries of its streams. */
interface Subject {
  id: number;
  visitor: Visitor;
  tokens: string[];
}

async function startSubjects(nodes: readonly TestServer[]): Promise<Subject[]> {
  const node = inTurn(nodes, 0);
  const visitors = [await startAccount(node, 'plus'), await startAccount(node, 'plus')];
  return await Promise.all(
    [...visitors, await startGuest(node)].map(async (visitor, number) => {
      const { id } = await visitor.ask(200, 'GET', '/api/auth/me');
      const tokens = [];
      for (let made = 0; made < (number < 2 ? 7 : 2); made++) tokens.push(await visitor.endpoint());
      return { id, visitor, tokens };
    }),
  );
}

/** A follower and the captures that it must get: an account's, or those of one endpoint alone. */
interface Followed {
  id: number;
  token: string | undefined;
  follower: StreamFollower;
}

/** One follower of the account and one of its first endpoint. */
function follow(nodes: readonly TestServer[], { id, visitor, tokens }: Subject): Followed[] {
  const [token] = tokens;
  return [
    { id, token: undefined, follower: new StreamFollower(nodes, visitor, '') },
    { id, token, follower: new StreamFollower(nodes, visitor, `endpoint=${token}`) },
  ];
}

/**
 * Each body is sent once, whatever its answer is. By turns the writers of a node have an endpoint to
 * themselves, so that nodes do not wait for each other at its row, and send to any of them.
 */
async function write(
  node: TestServer,
  name: string,
  { tokens, ownToken }: { tokens: readonly string[]; ownToken: number },
  heard: (answer: Answer) => number,
): Promise<void> {
  for (let sent = 0, answers = 0; sent < capturesPerWriter; sent++) {
    const body = `${name} ${sent}`;
    const phase = Math.floor(answers / 100);
    const token = inTurn(tokens, phase % 3 > 0 ? ownToken + phase : randomInt(tokens.length));
    const { status, id } = await send(node, token, { method: 'POST', body });
    answers = heard({ status, id, body });
  }
}

/** Every capture in the database, in the order of the ids. */
async function stored({ databaseUrl }: Nodes): Promise<Stored[]> {
  const rows = await query(
    databaseUrl,
    `select captured_request.id, endpoint.token, endpoint.account_id, convert_from(body, 'UTF8') as body
     from captured_request join endpoint on endpoint.id = endpoint_id order by id`,
  );
  return rows.map(({ id, token, account_id, body }) => ({
    id: Number(id),
    token: String(token),
    accountId: Number(account_id),
    body: String(body),
  }));
}

/**
 * Makes every commit of captures take up to some milliseconds after it has taken its ids, as a disk does:
 * a fault that makes ids visible out of order then shows.
 */
async function slowDownCommits({ databaseUrl }: Nodes): Promise<void> {
  await query(
    databaseUrl,
    `create function take_time() returns trigger language plpgsql
       as $$ begin perform pg_sleep(random() * 0.008); return null; end $$;
     create trigger take_time after insert on captured_request execute function take_time();`,
  );
}

test('streams of all nodes get each id once, in order, and miss none, while connections are cut', async () => {
  await using cluster = await startNodes();
  await slowDownCommits(cluster);
  const { nodes, proxies } = cluster;
  const subjects = await startSubjects(nodes);
  const tokens = subjects.flatMap((subject) => subject.tokens);
  // Some followers stay at one node, others come back at any node.
  const places = [...nodes.map((node) => [node]), nodes];
  const followed = places.flatMap((place) => subjects.flatMap((subject) => follow(place, subject)));
  await using _followers = disposing(() => followed.map(({ follower }) => follower));

  const answers: Answer[] = [];
  let cuts = 0;
  let nextCut = 20;
  function heard(answer: Answer): number {
    answers.push(answer);
    // Connections are cut after a number of answers, so that load and cuts keep pace on any machine.
    if (answers.length === nextCut) {
      nextCut += randomInt(10, 60);
      cuts += inTurn(proxies, randomInt(3)).cutSome(Math.random());
      if (randomInt(3) === 0) inTurn(followed, randomInt(followed.length)).follower.disconnect();
      // Some followers have a lot to read before they are up to date.
      if (randomInt(4) === 0) followed.push(...follow(nodes, inTurn(subjects, randomInt(3))));
    }
    return answers.length;
  }
  await Promise.all(
    nodes.flatMap((node, at) =>
      Array.from({ length: writersPerNode }, (_, i) =>
        write(node, `writer ${at} ${i}`, { tokens, ownToken: at * 4 }, heard),
      ),
    ),
  );

  const rows = await stored(cluster);
  for (const { id, token, follower } of followed) {
    const wanted = rows
      .filter((row) => row.accountId === id && (token === undefined || row.token === token))
      .map((row) => row.id);
    await eventually(
      () => follower.ids.at(-1),
      (last) => last === wanted.at(-1),
    );
    expect(follower.ids).toEqual(wanted);
    expect(follower.refusals.filter((status) => status !== 503)).toEqual([]);
  }

  const bodyOf = new Map(rows.map((row) => [row.id, row.body]));
  const acknowledged = answers.filter(({ status }) => status === 200);
  expect(acknowledged.filter(({ id, body }) => bodyOf.get(id) !== body)).toEqual([]);
  expect(new Set(acknowledged.map(({ id }) => id)).size).toBe(acknowledged.length);
  // A capture that was answered 503 may be stored, but no capture is stored twice.
  expect(new Set(bodyOf.values()).size).toBe(rows.length);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  expect(cuts).toBeGreaterThan(10);
});

function disposing(all: () => readonly AsyncDisposable[]): AsyncDisposable {
  return {
    [Symbol.asyncDispose]: async () => {
      await Promise.all(all().map((one) => one[Symbol.asyncDispose]()));
    },
  };
}
