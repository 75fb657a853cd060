import { printWord } from '@hookwell/core/match';
import { expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { oddMethods, oddSuffix, storeOdd } from '../odd-requests.ts';
import { startGuest, startServer } from '../start-server.ts';

const server = forFile(await startServer());
const visitor = await startGuest(server);

interface Listed {
  id: number;
  method: string;
  query?: string;
}

/** Those of an endpoint, oldest first. */
async function listed(token: string, query: string): Promise<Listed[]> {
  const path = `/api/requests/endpoint/${token}?${query}`;
  const list: Listed[] = await visitor.ask(200, 'GET', path);
  return list.reverse();
}

async function idsWith(token: string, match: string): Promise<number[]> {
  const list = await listed(token, `view=summary&match=${encodeURIComponent(match)}`);
  return list.map(({ id }) => id);
}

test('methods of any name are shown and found', async () => {
  const token = await visitor.endpoint();
  const ids = new Map<string, number>();
  for (const method of [...oddMethods, 'GET'])
    ids.set(method, await storeOdd(server, visitor, token, { method }));
  for (const query of ['', 'view=summary']) {
    const list = await listed(token, `limit=100&${query}`);
    expect(new Map(list.map(({ id, method }) => [method, id]))).toEqual(ids);
  }
  for (const [method, id] of ids) {
    const written = printWord(method);
    const alike = [...ids].filter(([other]) => other.toLowerCase() === method.toLowerCase());
    expect(await idsWith(token, `method=${written}`)).toEqual(alike.map(([, one]) => one));
    expect(await idsWith(token, `method:${written}`)).toContain(id);
    expect(await idsWith(token, written)).toContain(id);
    expect(await idsWith(token, `-method=${written}`)).not.toContain(id);
  }
});

test('bytes past ASCII are kept as sent, and read as UTF-8', async () => {
  const token = await visitor.endpoint();
  const odd = await storeOdd(server, visitor, token, { suffix: oddSuffix });
  const encoded = await storeOdd(server, visitor, token, { suffix: '/caf%C3%A9?n=1' });
  const [path] = oddSuffix.split('?');
  const wire = await visitor.ask(200, 'GET', `/api/requests/${odd}/wire`);
  expect(wire.target).toBe(`/wh/${token}${oddSuffix}`);
  const queryParams = { näme: '€', bad: 'Ã(', p: 'é \x80' };
  expect(await visitor.ask(200, 'GET', `/api/requests/${odd}`)).toMatchObject({
    path,
    queryParams,
  });
  const [summary] = await listed(token, 'view=summary&limit=2');
  expect(summary).toMatchObject({ path, queryParams, query: 'näme=€&bad=Ã(&p=%C3%A9+\x80' });
  const alone = ['path:café/', `path=${path}`, 'query:näme=€', 'query.näme=€', 'query.bad=Ã('];
  for (const match of [...alone, 'query.p:é', '-query:n=1', 'has:query.näme'])
    expect([match, await idsWith(token, match)]).toEqual([match, [odd]]);
  expect(await idsWith(token, 'CAFÉ')).toEqual([odd, encoded]);
  expect(await idsWith(token, '-path:é')).toEqual([encoded]);
});
