import { describe, expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { TemporaryEndpoint } from '../../src/index.ts';
import { startWorkplace } from './workplace.ts';

const server = forFile(await startServer());

describe('a temporary endpoint', () => {
  test('takes webhooks until its block is left', async () => {
    await using place = await startWorkplace(server);
    let token: string;
    {
      await using endpoint = await place.client.temporaryEndpoint({ name: 'a test' });
      token = endpoint.token;
      expect(endpoint).toBeInstanceOf(TemporaryEndpoint);
      const { pathname } = new URL(endpoint.url);
      expect(pathname).toBe(`/wh/${token}`);
      const listed = await place.client.endpoints.list();
      expect(listed.find((each) => each.token === token)?.badgeName).toBe('a test');
      const { id } = await send(place.server, token);
      expect(await endpoint.waitFor()).toMatchObject({ id });
    }
    expect((await send(place.server, token)).status).toBe(404);
  });

  test('can be deleted by hand, more than once and by others', async () => {
    await using place = await startWorkplace(server);
    const endpoint = await place.client.temporaryEndpoint();
    await Promise.all([endpoint.delete(), endpoint.delete()]);
    await endpoint[Symbol.asyncDispose]();
    expect((await send(place.server, endpoint.token)).status).toBe(404);
    const other = await place.client.temporaryEndpoint();
    await place.client.endpoints.delete(other.token);
    await other[Symbol.asyncDispose]();
    await other.delete();
  });

  test('says when it could not be deleted, and then can be', async () => {
    await using place = await startWorkplace(server);
    const endpoint = await place.client.temporaryEndpoint();
    place.line.refuse(true);
    place.line.cut();
    await expect(endpoint.delete()).rejects.toMatchObject({ name: 'HookwellError', status: 0 });
    place.line.refuse(false);
    await endpoint.delete();
    expect((await send(place.server, endpoint.token)).status).toBe(404);
  });

  test('does not stay if its name is refused', async () => {
    await using place = await startWorkplace(server);
    const before = await place.client.endpoints.list();
    const name = 'x'.repeat(101);
    const made = place.client.temporaryEndpoint({ name });
    await expect(made).rejects.toMatchObject({ status: 400 });
    expect(await place.client.endpoints.list()).toEqual(before);
  });
});
