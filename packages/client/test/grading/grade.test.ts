import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startAccount, withKey } from '../../../server/test/start-server.ts';
import {
  type EndpointSettings,
  ExpectationError,
  type GradeOptions,
  HookwellClient,
  RestoreError,
  type TemporaryEndpoint,
} from '../../src/index.ts';
import { startWorkplace } from '../waiting/workplace.ts';

let endpoint: TemporaryEndpoint;
const place = forFile(await startWorkplace());
beforeEach(async () => {
  const earlier = await place.client.endpoints.list();
  for (const { token } of earlier) await place.client.endpoints.delete(token);
  endpoint = await place.client.temporaryEndpoint();
});

/** Sends so many requests, one after the other, and gives the statuses of their answers. */
async function post(count: number): Promise<number[]> {
  const statuses = [];
  for (let sent = 0; sent < count; sent++) {
    const { status } = await send(place.server, endpoint.token, { method: 'POST', body: 'hi' });
    statuses.push(status);
  }
  return statuses;
}

const settings = () => place.client.endpoints.settings(endpoint.token);
/** A grade that ends with the second attempt, however long that takes. */
const ofTwo = { plan: '500, 429', expect: 'attempts>=2', timeout: Number.POSITIVE_INFINITY };

describe('a grade', () => {
  test('answers by the plan, hears of each attempt once, and ends when nothing can change any more', async () => {
    const heard: [id: number, answer: string, index: number][] = [];
    let statuses: number[] = [];
    const grade = await endpoint.grade({
      ...ofTwo,
      trigger: async () => {
        statuses = await post(2);
      },
      onAttempt: ({ id, answer }, index) => heard.push([id, answer, index]),
    });
    expect(statuses).toEqual([500, 429]);
    const ids = grade.attempts.map(({ id }) => id);
    expect(heard).toEqual([
      [ids[0], '500', 0],
      [ids[1], '429', 1],
    ]);
    expect(grade).toMatchObject({
      outcome: 'held',
      isFinal: true,
      plan: ['500', '429'],
      isRestored: true,
      findings: [{ expectation: 'attempts>=2', holds: true, requestIds: ids }],
    });
  });

  test('counts nothing that came before, and tells that nothing arrived', async () => {
    await settings().put({ replies: [{ plan: ['503'] }], delivery: 'one' });
    await post(2);
    const grade = await endpoint.grade({ expect: 'attempts>=2 same-id', timeout: 0 });
    expect(grade).toMatchObject({ outcome: 'nothingArrived', isFinal: true, attempts: [] });
  });

  test('counts anew after an earlier one that was killed and left its settings behind', async () => {
    const left = { replies: [{ plan: ['500', '429'] }], delivery: 'one' };
    await settings().put(left);
    expect(await post(1)).toEqual([500]);
    let statuses: number[] = [];
    const trigger = async () => {
      statuses = await post(2);
    };
    expect(await endpoint.grade({ ...ofTwo, trigger })).toMatchObject({ outcome: 'held' });
    expect(statuses).toEqual([500, 429]);
    expect(await settings().get()).toEqual(left);
  });

  test('goes on when the connection was lost', async () => {
    const grade = await endpoint.grade({
      ...ofTwo,
      trigger: () => post(1),
      onAttempt: (_, index) => {
        if (index > 0) return;
        place.line.cut();
        void post(1);
      },
    });
    expect(grade.outcome).toBe('held');
  });

  test('without a plan uses one that the expectations need', async () => {
    const grade = await endpoint.grade({ expect: 'attempts>=2', timeout: 0 });
    expect(grade.plan).toEqual(['500', '500', '200']);
  });
});

describe('the settings from before', () => {
  const before: EndpointSettings = {
    replies: [{ status: 202, headers: { 'content-type': 'text/plain' }, body: 'thanks' }],
    delivery: 'header.webhook-id',
  };

  test.each([[{}], [before]])('are put back: %j', async (put) => {
    await settings().put(put);
    const states: string[] = [];
    const onSettings = (state: string) => states.push(state);
    const grade = await endpoint.grade({ ...ofTwo, trigger: () => post(2), onSettings });
    expect(grade.isRestored).toBe(true);
    expect(states).toEqual(['set', 'restored']);
    expect(await settings().get()).toEqual(put);
  });

  test('are put back when the signal is aborted, which is the reason of the failure', async () => {
    await settings().put(before);
    const controller = new AbortController();
    const { signal } = controller;
    const reason = new Error('enough');
    const trigger = () => controller.abort(reason);
    await expect(endpoint.grade({ ...ofTwo, signal, trigger })).rejects.toBe(reason);
    expect(await settings().get()).toEqual(before);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    await place.streaming(0);
  });

  test('are put back when the sender cannot be made to send', async () => {
    await settings().put(before);
    const trigger = async () => {
      throw new Error('the shop is closed');
    };
    await expect(endpoint.grade({ ...ofTwo, trigger })).rejects.toThrow('the shop is closed');
    expect(await settings().get()).toEqual(before);
  });

  test.each<EndpointSettings>([{ replies: [{ status: 204 }] }, {}])(
    'stay if somebody else has changed them meanwhile: %j',
    async (others) => {
      const { key } = await withKey(await startAccount(place.server, 'plus'));
      let posted: Promise<number[]> | undefined;
      const client = new HookwellClient({
        baseUrl: place.server.url,
        apiKey: key,
        fetch: async (address, init) => {
          // Before the first look at the attempts, all of them are there, and then the settings change.
          if (address.includes('/deliveries') && (await posted)) await settings().put(others);
          return await fetch(address, init);
        },
      });
      endpoint = await client.temporaryEndpoint();
      const settings = () => client.endpoints.settings(endpoint.token);
      await settings().put(before);
      const states: string[] = [];
      const grade = await endpoint.grade({
        ...ofTwo,
        trigger: () => {
          posted = post(2);
        },
        onSettings: (state) => states.push(state),
      });
      expect(grade).toMatchObject({ outcome: 'held', isRestored: false });
      expect(states).toEqual(['set', 'changed']);
      expect(await settings().get()).toEqual(others);
    },
  );

  test('are no hindrance if the endpoint is deleted meanwhile', async () => {
    const trigger = () => endpoint.delete();
    await expect(endpoint.grade({ ...ofTwo, trigger })).rejects.toMatchObject({ status: 404 });
  });

  test('are part of the error if they cannot be put back, and so is the grade', async () => {
    const { key } = await withKey(await startAccount(place.server, 'plus'));
    let isBroken = false;
    const client = new HookwellClient({
      baseUrl: place.server.url,
      apiKey: key,
      fetch: async (address, init) => {
        if (isBroken && address.endsWith('/settings')) return new Response('{}', { status: 403 });
        return await fetch(address, init);
      },
    });
    endpoint = await client.temporaryEndpoint();
    await client.endpoints.settings(endpoint.token).put(before);
    const options: GradeOptions = { ...ofTwo, trigger: () => post(2) };
    const onAttempt = () => {
      isBroken = true;
    };
    const error: unknown = await endpoint
      .grade({ ...options, onAttempt })
      .catch((reason) => reason);
    expect(error).toBeInstanceOf(RestoreError);
    expect(error).toMatchObject({
      settings: before,
      grade: { outcome: 'held', isRestored: false },
      cause: { status: 403 },
    });
  });
});

describe('what makes no sense', () => {
  test('changes nothing: expectations', async () => {
    const states: string[] = [];
    const onSettings = (state: string) => states.push(state);
    const grading = endpoint.grade({ expect: 'attempts>=4 same-idea', onSettings });
    await expect(grading).rejects.toThrow(ExpectationError);
    await expect(grading).rejects.toMatchObject({ start: 12, end: 21 });
    expect(states).toEqual([]);
  });

  test('changes nothing: a plan', async () => {
    await settings().put({ replies: [{ status: 204 }] });
    const grading = endpoint.grade({ plan: '500, often', expect: 'same-id' });
    await expect(grading).rejects.toMatchObject({ status: 400 });
    await expect(grading).rejects.toThrow('replies[0].plan[1]');
    expect(await settings().get()).toEqual({ replies: [{ status: 204 }] });
  });
});
