import { type ErrorCode, errorCatalogue } from '@hookwell/core/api';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/api-error.ts';
import { StoreFull, StoreUnavailable } from '../../src/database/errors.ts';
import { failure, json, startContractApp } from './contract-app.ts';

const getService = { method: 'GET', path: '/api/service' };

it('each code becomes its status and its sentence', async () => {
  const failing: Record<string, unknown> = {};
  await using app = await startContractApp({ failing });
  // The keys of the catalogue are its codes.
  for (const code of Object.keys(errorCatalogue) as ErrorCode[]) {
    const { status, sentence } = errorCatalogue[code];
    failing.getService = new ApiError(code);
    const answer = await app.send(getService);
    expect(answer).toMatchObject(failure(status, sentence));
    expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
    const retryAfter = status === 429 || status === 503 ? '1' : undefined;
    expect(answer.headers['retry-after']).toBe(retryAfter);
  }
});

describe('an error', () => {
  it('can bring its own sentence, and when to come again', async () => {
    const options = { sentence: 'Later', retryAfterSeconds: 17 };
    const failing = { getService: new ApiError('tooManyRequests', options) };
    await using app = await startContractApp({ failing });
    const answer = await app.send(getService);
    expect(answer).toMatchObject(failure(429, 'Later'));
    expect(answer.headers['retry-after']).toBe('17');
  });

  it('of the store is no failure of ours', async () => {
    const failing = { getService: new StoreUnavailable('disk'), listPlans: new StoreFull('full') };
    await using app = await startContractApp({ failing });
    const unavailable = await app.send(getService);
    expect(unavailable).toMatchObject(failure(503, errorCatalogue.unavailable.sentence));
    expect(unavailable.headers['retry-after']).toBe('1');
    const full = await app.send({ method: 'GET', path: '/api/billing/plans' });
    expect(full).toMatchObject(failure(507, errorCatalogue.storeFull.sentence));
  });

  it.each([
    new Error('the cellar is flooded'),
    Object.assign(new Error('the cellar is flooded'), { statusCode: 418, code: 'TEAPOT' }),
    'the cellar is flooded',
  ])('that is unexpected reveals nothing (%#)', async (thrown) => {
    await using app = await startContractApp({ failing: { getService: thrown } });
    const answer = await app.send(getService);
    expect(answer).toMatchObject(failure(500, 'Internal server error'));
  });

  it("that is unexpected is logged with its causes, without the request's content", async () => {
    const cause = Object.assign(new Error('the pump is broken'), { parameters: ['very secret'] });
    const failing = { logIn: new Error('the cellar is flooded', { cause }) };
    await using app = await startContractApp({ failing });
    const sent = json({ email: 'ada@example.org', password: 'very secret' });
    sent.headers.cookie = 'hookwell_session=very-secret';
    await app.send({ method: 'POST', path: '/api/auth/login?very=secret', ...sent });

    expect(app.logged).toHaveLength(1);
    const [line = ''] = app.logged;
    expect(JSON.parse(line)).toMatchObject({
      reqId: expect.anything(),
      method: 'POST',
      route: '/api/auth/login',
      error: { message: 'the cellar is flooded', cause: { message: 'the pump is broken' } },
    });
    expect(line).not.toMatch(/very.secret/);
  });

  it('of the client is not logged', async () => {
    await using app = await startContractApp();
    await app.send({ method: 'GET', path: '/api/requests?limit=x' });
    await app.send({ method: 'GET', path: '/nowhere' });
    expect(app.logged).toEqual([]);
  });
});

describe('a path', () => {
  it.each(['/api/requests/%', '/api/requests/%zz', '/api/%E0%A4%A'])(
    '%s that cannot be decoded is refused',
    async (path) => {
      await using app = await startContractApp();
      const answer = await app.send({ method: 'GET', path });
      expect(answer).toMatchObject(failure(400, 'The path is not valid'));
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    },
  );

  it('with a name longer than any is unknown', async () => {
    await using app = await startContractApp();
    const path = `/api/endpoints/${'a'.repeat(5000)}`;
    expect(await app.send({ method: 'DELETE', path })).toMatchObject(failure(404, 'Not found'));
  });
});
