import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { exchangeRaw } from '../raw-http.ts';
import { startAccount, startGuest, startServer } from '../start-server.ts';
import { endpointWith, putSettings } from './settings.ts';

const server = forFile(await startServer());
const visitor = await startAccount(server, 'plus');

function post(
  token: string,
  body: string | Uint8Array<ArrayBuffer> = '',
  headers: Record<string, string> = {},
) {
  return fetch(`${server.url}/wh/${token}`, { method: 'POST', body, headers });
}

/** The newest capture of an endpoint, as lists show it. */
async function newest(token: string) {
  const [request] = await visitor.ask(200, 'GET', `/api/requests/endpoint/${token}?limit=1`);
  return request;
}

/** The answer as it came, `HEAD` for example. */
function exchange(token: string, method: string) {
  return exchangeRaw(server.url, `${method} /wh/${token} HTTP/1.1\r\nHost: a\r\n\r\n`);
}

test('every answer to a stored webhook tells its id, and no reply can tell another', async () => {
  const token = await endpointWith(visitor, {
    replies: [
      { when: 'path:/empty', status: 204 },
      { when: 'path:/cut', plan: ['truncate 3'], body: 'abcdef' },
      { when: 'path:/failed', status: 500 },
      { when: 'path:/own', body: '{{id}}' },
      { handshake: 'slack' },
    ],
  });
  const plain = await visitor.endpoint();
  const below = ['/empty', '/cut', '/failed', '/own', ''].map((path) => token + path);
  for (const address of [...below, plain, `${plain}/deep`]) {
    const response = await post(address, '{"type":"url_verification","challenge":"a"}');
    const [{ id }] = await visitor.ask(200, 'GET', '/api/requests?limit=1');
    expect(response.headers.get('hookwell-request'), address).toBe(String(id));
    await response.arrayBuffer().catch(() => 'it is cut');
  }
  const head = await fetch(`${server.url}/wh/${plain}`, { method: 'HEAD' });
  expect(head.headers.get('hookwell-request')).toBe(String((await newest(plain)).id));
  const unknown = await post('nobody0nobody');
  expect([unknown.status, unknown.headers.get('hookwell-request')]).toEqual([404, null]);
  const forged = { replies: [{ headers: { 'HOOKWELL-request': '1' } }] };
  const refused = await visitor.ask(400, 'PUT', `/api/endpoints/${token}/settings`, forged);
  expect(refused.error).toContain('a reply cannot set this: Hookwell sets it');
});

describe('the first reply that holds', () => {
  test('answers; where none does, the capture is acknowledged', async () => {
    const token = await endpointWith(visitor, {
      replies: [
        { when: 'json.type=first', status: 201, body: 'one' },
        { when: 'json.type=first', status: 202 },
        {
          when: 'path:/second',
          status: 409,
          headers: { 'Content-Type': 'application/json', 'x-Own': 'a' },
        },
      ],
    });
    const first = await post(token, '{"type":"first"}');
    expect([first.status, await first.text()]).toEqual([201, 'one']);
    const second = await fetch(`${server.url}/wh/${token}/second`);
    expect([second.status, second.headers.get('x-own')]).toEqual([409, 'a']);
    expect(second.headers.get('content-type')).toBe('application/json');
    const neither = await post(token, '{"type":"third"}');
    expect(neither.status).toBe(200);
    expect(neither.headers.get('content-security-policy')).toBeNull();
    expect(await neither.json()).toEqual({
      id: (await newest(token)).id,
      message: 'Webhook received',
    });
  });

  test('inserts fields into headers; what is no valid value then is left out', async () => {
    const token = await endpointWith(visitor, {
      replies: [
        {
          status: 302,
          headers: {
            Location: 'https://shop.example/{{json.to}}?attempt={{attempt}}&id={{id}}',
            'Content-Type': '{{json.type}}',
            'Access-Control-Allow-Origin': '{{header.origin}}',
          },
          body: '{{json.to}}',
        },
      ],
    });
    const request = (to: string, type: string) =>
      fetch(`${server.url}/wh/${token}`, {
        ...{ method: 'POST', redirect: 'manual', body: JSON.stringify({ to, type, id: 'one' }) },
        headers: { origin: 'https://shop.example' },
      });
    const first = await request('<a>', 'text/html');
    const { id } = await newest(token);
    const headers = Object.fromEntries(first.headers);
    expect(headers).toMatchObject({
      ...{ location: `https://shop.example/<a>?attempt=1&id=${id}`, 'content-type': 'text/html' },
      'access-control-allow-origin': 'https://shop.example',
    });
    expect(await first.text()).toBe('&lt;a&gt;');
    const split = await request('a\r\nSet-Cookie: a=b', 'no type');
    expect(split.headers.get('location')).toBeNull();
    expect(split.headers.get('set-cookie')).toBeNull();
    expect(split.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const wrong = { replies: [{ headers: { Location: '{{nothing}}' } }] };
    const refused = await visitor.ask(400, 'PUT', `/api/endpoints/${token}/settings`, wrong);
    expect(refused.error).toMatch(/^replies\[0\]\.headers\["Location"\]: at character 1 stands/);
  });

  test('inserts fields, those of the stored request among them, escaped for its media type', async () => {
    const token = await endpointWith(visitor, {
      replies: [
        {
          headers: { 'content-type': 'application/json' },
          body: '{"challenge":"{{json.challenge}}","id":{{id}},"attempt":{{attempt}},"answer":"{{answer}}","delivery":"{{delivery}}"}',
        },
      ],
    });
    const challenge = '"\n</script>é';
    for (const attempt of [1, 2]) {
      const response = await post(token, JSON.stringify({ challenge }));
      const { id, delivery } = await newest(token);
      expect(await response.json()).toEqual({ challenge, id, attempt, answer: '200', delivery });
    }
  });

  test('sees headers that are not stored only where they name the delivery', async () => {
    const token = await endpointWith(visitor, {
      replies: [{ when: 'header:x-delivery', status: 500 }, { status: 202 }],
      delivery: 'header.x-delivery',
    });
    const send = async (id: string) => (await post(token, id, { 'X-Delivery': id })).status;
    expect([await send('a'), await send('a'), await send('b')]).toEqual([202, 202, 202]);
    const list = await visitor.ask(200, 'GET', `/api/requests/endpoint/${token}`);
    expect(list.map((request: { attempt: number }) => request.attempt)).toEqual([1, 2, 1]);
    expect(JSON.stringify(list)).not.toMatch(/x-delivery/i);
  });
});

describe('every reply of an endpoint', () => {
  test('is harmless in a browser, and may be read by any origin', async () => {
    const token = await endpointWith(visitor, {
      replies: [
        {
          when: 'path:/own',
          status: 500,
          headers: { 'access-control-allow-origin': 'https://a.example' },
        },
        { when: 'path:/short', plan: ['truncate 3'], body: 'abcdef' },
        { status: 200, headers: { 'content-type': 'text/html' }, body: '<script>1</script>' },
      ],
    });
    for (const path of ['', '/own', '/short']) {
      const { headers } = await fetch(`${server.url}/wh/${token}${path}`);
      expect(headers.get('content-security-policy')).toBe('sandbox');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      const origin = path === '/own' ? 'https://a.example' : '*';
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      const exposed = path === '/own' ? null : 'Hookwell-Request';
      expect(headers.get('access-control-expose-headers')).toBe(exposed);
    }
  });

  test('has the length that its method and its status allow', async () => {
    const token = await endpointWith(visitor, {
      replies: [
        { when: 'method=put', status: 204, body: 'no body can be here' },
        { when: 'method=patch', status: 304, body: 'nor here' },
        { when: 'method=delete', status: 205, body: 'nor here' },
        { when: 'method=options', bodyBase64: 'AP/+' },
        { body: 'größer' },
      ],
    });
    const parts = async (method: string) => {
      const { status, headers } = await exchange(token, method);
      return [status, headers.get('content-length'), headers.get('content-type')];
    };
    expect(await parts('GET')).toEqual([200, '8', 'text/plain; charset=utf-8']);
    expect(await parts('PUT')).toEqual([204, undefined, 'text/plain; charset=utf-8']);
    expect(await parts('PATCH')).toEqual([304, undefined, 'text/plain; charset=utf-8']);
    expect(await parts('DELETE')).toEqual([205, '0', 'text/plain; charset=utf-8']);
    expect(await parts('OPTIONS')).toEqual([200, '3', 'application/octet-stream']);
    const head = await fetch(`${server.url}/wh/${token}`, { method: 'HEAD' });
    expect([head.headers.get('content-length'), await head.text()]).toEqual(['8', '']);
    const bytes = await fetch(`${server.url}/wh/${token}`, { method: 'OPTIONS' });
    expect(Buffer.from(await bytes.arrayBuffer()).toString('hex')).toBe('00fffe');
  });
});

test('a plan goes on with each attempt of a delivery, and says when to come again', async () => {
  const token = await endpointWith(visitor, {
    replies: [{ plan: ['500', '429 retry-after=60', '200'], headers: { 'Retry-After': '5' } }],
  });
  const send = async (id: string) => {
    const { status, headers } = await post(token, 'a', { 'webhook-id': id });
    return [status, headers.get('retry-after')];
  };
  expect(await send('one')).toEqual([500, '5']);
  expect(await send('two')).toEqual([500, '5']);
  expect(await send('one')).toEqual([429, '60']);
  expect(await send('one')).toEqual([200, '5']);
  expect(await send('one')).toEqual([200, '5']);
  expect(await newest(token)).toMatchObject({ attempt: 4, answer: '200' });
});

test('ids of a sender are told apart however long they are, and a long one stands by its hash', async () => {
  const token = await endpointWith(visitor, { delivery: 'header.webhook-id' });
  const long = 'i'.repeat(5000);
  const attempts: number[] = [];
  for (const id of [long, long, `${long}j`]) {
    await post(token, 'a', { 'webhook-id': id });
    attempts.push((await newest(token)).attempt);
  }
  expect(attempts).toEqual([1, 2, 1]);
});

describe('bodies that are examined beside the event loop', () => {
  const padding = 'x'.repeat(100_000);

  test('decide and fill in as small ones do', async () => {
    const token = await endpointWith(visitor, {
      replies: [{ when: 'json.type=wanted', status: 201, body: '{{json.value}}' }, { status: 400 }],
    });
    const body = JSON.stringify({ padding, type: 'wanted', value: 'found' });
    for (const answer of [
      await post(token, body),
      await post(token, gzipSync(body), { 'content-encoding': 'gzip' }),
      await post(token, gzipSync(gzipSync(body)), { 'content-encoding': 'gzip, gzip' }),
    ]) {
      expect([answer.status, await answer.text()]).toEqual([201, 'found']);
    }
    expect((await post(token, JSON.stringify({ padding }))).status).toBe(400);
    // A body that cannot be decompressed is read as it is.
    expect((await post(token, body, { 'content-encoding': 'gzip' })).status).toBe(201);
  });

  test('count with their first MiB of text, however far they would grow', async () => {
    const token = await endpointWith(visitor, {
      replies: [{ when: 'body:early -body:late', status: 201 }, { status: 400 }],
    });
    const bomb = Buffer.concat([
      Buffer.from('early'),
      Buffer.alloc(24 * 1024 * 1024, ' '),
      Buffer.from('late'),
    ]);
    expect((await post(token, gzipSync(bomb), { 'content-encoding': 'gzip' })).status).toBe(201);
    expect((await post(token, bomb)).status).toBe(201);
  });

  test('answers many large and compressed bodies at once, each by what it says', async () => {
    const token = await endpointWith(visitor, {
      replies: [{ when: 'json.n>=20', status: 202, body: '{{json.n}}' }, { body: '{{json.n}}' }],
    });
    const numbers = Array.from({ length: 40 }, (_, n) => n);
    const answers = numbers.map(async (n) => {
      const body = JSON.stringify({ padding, n });
      const response =
        n % 2 === 0
          ? await post(token, body)
          : await post(token, gzipSync(body), { 'content-encoding': 'gzip' });
      return [response.status, await response.text()];
    });
    expect(await Promise.all(answers)).toEqual(
      numbers.map((n) => [n >= 20 ? 202 : 200, String(n)]),
    );
  });
});

test('an endpoint whose settings are removed is like one that never had any', async () => {
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  expect((await post(token)).status).toBe(200);
  await putSettings(guest, token, { replies: [{ status: 418 }] });
  expect((await post(token)).status).toBe(418);
  await putSettings(guest, token, { replies: [{ status: 419 }] });
  expect((await post(token)).status).toBe(419);
});
