import { describe, expect, test } from 'vitest';
import { eventually } from '../../server/test/eventually.ts';
import { startServer } from '../../server/test/start-server.ts';
import { HookwellClient, HookwellError } from '../src/index.ts';
import { holdTimers } from './held-timers.ts';
import { answer, startScripted } from './scripted-service.ts';
import { visit, visitAsGuest } from './visitor-client.ts';

/** The error of a call, which must be a HookwellError. */
async function failureOf(call: Promise<unknown>): Promise<HookwellError> {
  const error = await call.then(
    () => 'no failure',
    (reason: unknown) => reason,
  );
  if (error instanceof HookwellError) return error;
  throw new Error(`not a HookwellError: ${error}`);
}

describe('the service’s own failures', () => {
  test('have its status and its sentence', async () => {
    await using server = await startServer();
    const client = await visitAsGuest(server);
    const unknown = await failureOf(client.endpoints.delete('nobody'));
    expect(unknown).toMatchObject({ status: 404, message: 'Not found', name: 'HookwellError' });
    expect(unknown.retryAfter).toBeUndefined();
    const { token } = await client.endpoints.create();
    const invalid = await failureOf(client.endpoints.rename(token, ''));
    expect(invalid.status).toBe(400);
    expect(invalid.message).toContain('badgeName');
    for (const _ of [1, 2]) await client.endpoints.create();
    const limit = await failureOf(client.endpoints.create());
    expect(limit).toMatchObject({ status: 403, message: 'URL limit reached for your plan' });
    const stranger = await failureOf(visit(server).client.endpoints.list());
    expect(stranger).toMatchObject({ status: 401, message: 'A valid credential is required' });
  });

  test('say how long to wait', async () => {
    await using server = await startServer({ environment: { HOOKWELL_AUTH_RATE_LIMIT: '1' } });
    await visitAsGuest(server);
    const { status, retryAfter } = await failureOf(visitAsGuest(server));
    expect(status).toBe(429);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
  });

  test('say it as a date, too', async () => {
    const date = new Date(Date.now() + 120_000).toUTCString();
    await using service = await startScripted((_, response) => {
      answer(response, 429, { error: 'Later' }, { 'retry-after': date });
    });
    const client = new HookwellClient({ baseUrl: service.url });
    const { retryAfter } = await failureOf(client.auth.guest());
    expect(retryAfter).toBeGreaterThan(100);
    expect(retryAfter).toBeLessThanOrEqual(120);
  });
});

describe("an answer that is not the service's", () => {
  test.each([
    ['a page of a proxy', '<html>Bad Gateway</html>'],
    ['another shape', '{"message":"Bad Gateway"}'],
    ['nothing', ''],
  ])('has a sentence of its own: %s', async (_, body) => {
    await using service = await startScripted((_, response) => {
      response.writeHead(502).end(body);
    });
    const client = new HookwellClient({ baseUrl: service.url, retries: 0 });
    const error = await failureOf(client.auth.me());
    expect(error.message).toBe('The service answered with status 502');
    expect(error.status).toBe(502);
  });

  test('is noticed even with the right status', async () => {
    await using service = await startScripted((_, response) => {
      response.end('<html>Welcome</html>');
    });
    const error = await failureOf(new HookwellClient({ baseUrl: service.url }).auth.me());
    expect(error).toMatchObject({ status: 200, message: 'The answer is not JSON' });
    expect(error.cause).toBeInstanceOf(SyntaxError);
  });

  test('is never followed elsewhere: a POST would become a GET', async () => {
    await using service = await startScripted((_, response) => {
      response.writeHead(301, { location: 'https://elsewhere.example/' }).end();
    });
    const error = await failureOf(new HookwellClient({ baseUrl: service.url }).endpoints.create());
    expect(error.status).toBe(301);
    expect(error.message).toBe('The service has moved to https://elsewhere.example/');
  });
});

describe('the network’s failures', () => {
  test('have status 0 and their cause', async () => {
    const { url } = await startScripted(() => {}).then(async (service) => {
      await service[Symbol.asyncDispose]();
      return service;
    });
    const error = await failureOf(new HookwellClient({ baseUrl: url, retries: 0 }).service.get());
    expect(error).toMatchObject({ status: 0, message: 'The service could not be reached' });
    expect(error.cause).toBeInstanceOf(TypeError);
  });

  test('can come in the midst of an answer', async () => {
    await using service = await startScripted((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"half":', () => response.destroy());
    });
    const client = new HookwellClient({ baseUrl: service.url, retries: 0 });
    const lost = { status: 0, message: 'The connection was lost' };
    expect(await failureOf(client.service.get())).toMatchObject(lost);
    expect(await failureOf(client.requests.body(1))).toMatchObject(lost);
  });
});

describe('silence', () => {
  test('before the answer fails the call once', async () => {
    await using service = await startScripted(() => {});
    let calls = 0;
    const client = new HookwellClient({
      baseUrl: service.url,
      fetch: (url, init) => {
        calls += 1;
        return fetch(url, init);
      },
    });
    const error = await failureOf(client.service.get({ timeout: 50 }));
    expect(error).toMatchObject({ status: 0, message: 'The service was silent for 0.05 s' });
    expect(error.cause).toMatchObject({ name: 'TimeoutError' });
    expect(calls).toBe(1);
  });

  test('within the answer does so, too, even within that of a failure', async () => {
    for (const status of [200, 500]) {
      await using service = await startScripted((_, response) => {
        response.writeHead(status).write('[');
      });
      const client = new HookwellClient({ baseUrl: service.url, timeout: 50 });
      const { message } = await failureOf(client.endpoints.list());
      expect(message).toBe('The service was silent for 0.05 s');
    }
  });

  test('is no matter of how long an answer takes as a whole', async () => {
    const silence = holdTimers(9000);
    await using service = await startScripted(async (_, response) => {
      for (const piece of '["a long answer"]') {
        const before = silence.started;
        response.write(piece);
        // The clock begins anew with each piece.
        await eventually(() => silence.started > before);
      }
      response.end();
    });
    const client = new HookwellClient({ baseUrl: service.url, timeout: 9000 });
    expect(await client.endpoints.list()).toEqual(['a long answer']);
  });
});

describe('an aborted call rejects with the reason', () => {
  test('before it is sent', async () => {
    await using service = await startScripted(() => {});
    const client = new HookwellClient({ baseUrl: service.url });
    const reason = { any: 'thing' };
    const call = client.auth.guest({ signal: AbortSignal.abort(reason) });
    await expect(call).rejects.toBe(reason);
    expect(service.requests).toEqual([]);
  });

  test.each([
    ['while it waits', 'nothing'],
    ['while it reads', 'half'],
    ['while it pauses before it is repeated', 'unavailable'],
  ])('%s', async (_, how) => {
    const reason = new Error('changed my mind');
    const controller = new AbortController();
    await using service = await startScripted((_, response) => {
      if (how === 'half') response.write('[');
      if (how === 'unavailable') answer(response, 503, {}, { 'retry-after': '9' });
    });
    // The time of the pause; and of the silence that is waited for, before the answer and within it.
    const time = holdTimers(how === 'unavailable' ? 9000 : 8000);
    const client = new HookwellClient({ baseUrl: service.url, timeout: 8000 });
    const call = client.endpoints.list({ signal: controller.signal });
    await eventually(
      () => service.requests.length === 1 && time.started === (how === 'half' ? 3 : 1),
    );
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(service.requests).toHaveLength(1);
  });

  test('also by a time limit of its own', async () => {
    await using service = await startScripted(() => {});
    const client = new HookwellClient({ baseUrl: service.url });
    const call = client.endpoints.list({ signal: AbortSignal.timeout(20) });
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

describe('a mistake of the developer is told as one', () => {
  test('in the base URL', () => {
    expect(() => new HookwellClient({ baseUrl: 'localhost:8080' })).toThrow(TypeError);
    expect(() => new HookwellClient()).toThrow('A baseUrl is needed outside of browsers');
  });

  test('in a name that leads to another address', async () => {
    await using service = await startScripted((_, response) => answer(response, 200, {}));
    const client = new HookwellClient({ baseUrl: `${service.url}/below/` });
    for (const token of ['', '.', '..']) {
      await expect(client.requests.clear(token)).rejects.toThrow(TypeError);
    }
    await client.requests.clear('a/b?c#d');
    expect(service.requests).toEqual(['DELETE /below/api/requests/endpoint/a%2Fb%3Fc%23d']);
  });
});
