import { describe, expect, it } from 'vitest';
import { forFile } from '../kept-for.ts';
import { startContractApp } from './contract-app.ts';

const app = forFile(await startContractApp());

const origin = 'https://elsewhere.example.org';

describe('a preflight', () => {
  const headers = { origin, 'access-control-request-method': 'DELETE' };

  it.each(['/api/endpoints', '/api/requests/17', '/api/requests?limit=1', '/api/nowhere'])(
    'of %s is granted to any origin',
    async (path) => {
      const answer = await app.send({ method: 'OPTIONS', path, headers });
      expect(answer.status).toBe(204);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-max-age': '86400',
      });
      const methods = String(answer.headers['access-control-allow-methods']).split(', ');
      expect(methods.sort()).toEqual(['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT']);
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    },
  );

  it.each(['/healthz', '/apiary'])('of %s is not', async (path) => {
    const answer = await app.send({ method: 'OPTIONS', path, headers });
    expect(answer.status).not.toBe(204);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('is nothing without an origin', async () => {
    const answer = await app.send({ method: 'OPTIONS', path: '/api/endpoints' });
    expect(answer.status).toBe(405);
  });
});

describe('an answer', () => {
  it.each([
    ['GET', '/api/endpoints', 200],
    ['GET', '/api/requests?limit=x', 400],
    ['GET', '/api/nowhere', 404],
    ['PUT', '/api/endpoints', 405],
    ['POST', '/api/auth/login', 400],
  ])('of %s %s may be read from any origin', async (method, path, status) => {
    const answer = await app.send({ method, path, headers: { origin } });
    expect(answer.status).toBe(status);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['access-control-expose-headers']).toContain('link');
    expect(answer.headers['access-control-expose-headers']).toContain('etag');
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it.each(['/docs', '/healthz', '/nowhere'])('of %s may not', async (path) => {
    const answer = await app.send({ method: 'GET', path, headers: { origin } });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });
});
