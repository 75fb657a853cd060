import { describe, expect, it } from 'vitest';
import { forFile } from '../kept-for.ts';
import { failure, json, startContractApp } from './contract-app.ts';

const app = forFile(await startContractApp());

const login = { method: 'POST', path: '/api/auth/login' };
const email = 'ada@example.org';
const password = 'correct horse';

describe('a body', () => {
  it.each<[string, unknown, string]>([
    ['without a field', { password }, 'email is required'],
    ['with a field of the prototype', { password, __proto__: { email } }, 'email is required'],
    ['with a number for text', { email: 7, password }, 'email must be a string'],
    ['with null', { email: null, password }, 'email must be a string'],
    ['with a list', { email: [email], password }, 'email must be given once, and not as a list'],
    ['with no email address', { email: 'ada', password }, 'email must be an email address'],
    ['with half an address', { email: 'ada@', password }, 'email must be an email address'],
    [
      'with a long password',
      { email, password: 'x'.repeat(257) },
      'password must have at most 256 characters',
    ],
    ['that is a list', [], 'The body must be a JSON object'],
    ['that is text', 'email', 'The body must be a JSON object'],
    ['that is null', null, 'The body must be a JSON object'],
  ])('%s is refused', async (_case, body, sentence) => {
    expect(await app.send({ ...login, ...json(body) })).toMatchObject(failure(400, sentence));
  });

  it.each([`a\0@example.org`, `${'a'.repeat(250)}@example.org`])(
    'with the email %j is refused',
    async (wrong) => {
      const { status, text } = await app.send({ ...login, ...json({ email: wrong, password }) });
      expect(status).toBe(400);
      expect(JSON.parse(text).error).toMatch(/^email must /);
    },
  );

  it.each(['ada@example.org', "o'neil+hooks@mail.example.co.uk", 'ADA@EXAMPLE.ORG'])(
    'with the email %s is taken',
    async (right) => {
      const body = { email: right, password };
      const { status, text } = await app.send({ ...login, ...json(body) });
      expect(status).toBe(200);
      expect(JSON.parse(text).body).toEqual(body);
    },
  );

  it('may have unknown fields, and they are handed on', async () => {
    const body = { email, password, constructor: 1, more: [{ a: null }] };
    const { status, text } = await app.send({ ...login, ...json(body) });
    expect(status).toBe(200);
    expect(JSON.parse(text).body).toEqual(body);
  });

  it.each([
    ['', 'badgeName must have at least 1 character'],
    ['x'.repeat(101), 'badgeName must have at most 100 characters'],
    ['a\0b', 'badgeName must not contain a NUL character'],
    [7, 'badgeName must be a string'],
  ])('with the badge name %j is refused', async (badgeName, sentence) => {
    const answer = await app.send({
      method: 'PATCH',
      path: '/api/endpoints/abc',
      ...json({ badgeName }),
    });
    expect(answer).toMatchObject(failure(400, sentence));
  });

  it('is measured in code points, not in code units or grapheme clusters', async () => {
    const rename = { method: 'PATCH', path: '/api/endpoints/abc' };
    const inAstralPlane = { badgeName: '🪝'.repeat(100) };
    const accents = { badgeName: `a${'\u0301'.repeat(100)}` };
    expect((await app.send({ ...rename, ...json(inAstralPlane) })).status).toBe(200);
    expect((await app.send({ ...rename, ...json(accents) })).status).toBe(400);
  });

  it('may lack fields that are not required', async () => {
    const answer = await app.send({ method: 'PATCH', path: '/api/endpoints/abc', ...json({}) });
    expect(JSON.parse(answer.text).body).toEqual({});
  });
});

describe('a query', () => {
  it.each([
    ['limit=1', { limit: 1 }],
    ['limit=1000&before=17&after=0', { limit: 1000, before: 17, after: 0 }],
    ['before=999999999999999', { before: 999_999_999_999_999 }],
    ['view=summary', { view: 'summary' }],
    ['unknown=1&unknown=2&limit=5', { unknown: ['1', '2'], limit: 5 }],
  ])('%s is read', async (query, expected) => {
    const { status, text } = await app.send({ method: 'GET', path: `/api/requests?${query}` });
    expect(status).toBe(200);
    expect(JSON.parse(text).query).toEqual(expected);
  });

  it('with a name of the prototype does no harm', async () => {
    const path = '/api/requests?__proto__=1&constructor=2&limit=3&toString=x';
    const { status, text } = await app.send({ method: 'GET', path });
    expect(status).toBe(200);
    expect(JSON.parse(text).query.limit).toBe(3);
  });

  const range = 'limit must be an integer from 1 to 1000';
  it.each([
    ['limit=0', range],
    ['limit=1001', range],
    ['limit=-1', range],
    ['limit=1.0', range],
    ['limit=1e2', range],
    ['limit=0x10', range],
    ['limit=%2B1', range],
    ['limit=', range],
    ['limit=true', range],
    ['limit=9999999999999999', range],
    ['limit=1&limit=2', 'limit must be given once, and not as a list'],
    ['before=x', 'before must be an integer, 0 or more'],
    ['after=-1', 'after must be an integer, 0 or more'],
    ['view=full', 'view must be summary'],
    ['view=summary&view=summary', 'view must be given once, and not as a list'],
  ])('%s is refused', async (query, sentence) => {
    const answer = await app.send({ method: 'GET', path: `/api/requests?${query}` });
    expect(answer).toMatchObject(failure(400, sentence));
  });
});

describe('a path', () => {
  it('has an id as a number', async () => {
    const { text } = await app.send({ method: 'GET', path: '/api/requests/17' });
    expect(JSON.parse(text).params).toEqual({ id: 17 });
  });

  it.each(['x', '-1', '0', '1.5', '1e3', '9999999999999999999', '%00', '__proto__'])(
    'with the id %s names nothing',
    async (id) => {
      const answer = await app.send({ method: 'GET', path: `/api/requests/${id}` });
      expect(answer).toMatchObject(failure(404, 'Not found'));
    },
  );

  it.each(['%00', 'ABC', '__proto__', 'a%2Fb'])(
    'with the token %s names nothing',
    async (token) => {
      const answer = await app.send({ method: 'DELETE', path: `/api/endpoints/${token}` });
      expect(answer).toMatchObject(failure(404, 'Not found'));
    },
  );

  it.each(['3f9a', '3f9a12', '3F9A1', 'xxxxx'])(
    'with the tracking id %s is refused',
    async (id) => {
      const answer = await app.send({ method: 'DELETE', path: `/api/keys/${id}` });
      expect(answer).toMatchObject(failure(400, 'trackingId must have the form ^[0-9a-f]{5}$'));
    },
  );
});
