import { describe, expect, test } from 'vitest';
import {
  addAccountWithSettings,
  answeredCapture,
  setSettingsVersion,
} from '../store/answered-captures.ts';
import {
  allIds,
  expectExactCounters,
  readPage,
  stored,
  withStore,
} from '../store/store-fixture.ts';
import { addAccountWithEndpoint, newCapture } from '../store/store-rows.ts';

const open = withStore();

describe('captures of an endpoint with settings', () => {
  test('are stored under the version of the settings that they name, and no other', async () => {
    const { accountId, endpointId } = await addAccountWithEndpoint(open.store);
    await setSettingsVersion(open.store, endpointId, 2);
    const plain = await addAccountWithEndpoint(open.store);
    const appended = await Promise.all(
      [0, 1, 2, 3].flatMap((settingsVersion) => [
        open.store.captures.append({ ...newCapture(endpointId), settingsVersion }),
        open.store.captures.append(answeredCapture(endpointId, 'a', { settingsVersion })),
        open.store.captures.append({ ...newCapture(plain.endpointId), settingsVersion }),
      ]),
    );
    expect(appended.map((one) => one !== undefined)).toEqual(
      [0, 1, 2, 3].flatMap((version) => [version === 2, version === 2, version === 0]),
    );
    expect(appended.map((one) => one?.attempt)[7]).toBe(1);
    expect(await allIds(open.store, { accountId })).toEqual(stored([appended[6], appended[7]]));
    await expectExactCounters(open.store, accountId);
    await expectExactCounters(open.store, plain.accountId);
  });

  test('count the attempts of each delivery, in the order of the group', async () => {
    const { accountId, endpointId } = await addAccountWithSettings(open.store);
    const other = await addAccountWithSettings(open.store);
    const append = (delivery: string, endpoint = endpointId) =>
      open.store.captures.append(answeredCapture(endpoint, delivery));
    const first = await Promise.all([append('a'), append('b'), append('a')]);
    const second = await Promise.all([
      append('a'),
      append('a', other.endpointId),
      open.store.captures.append({ ...newCapture(endpointId), settingsVersion: 1 }),
      append('a'),
    ]);
    expect([...first, ...second].map((one) => one?.attempt)).toEqual([1, 1, 2, 3, 1, undefined, 4]);
    const page = await readPage(open.store, { accountId }, { order: 'oldestFirst' });
    expect(page.captures.map(({ answered }) => answered)).toEqual([
      { delivery: 'a', attempt: 1, answer: '500' },
      { delivery: 'b', attempt: 1, answer: '500' },
      { delivery: 'a', attempt: 2, answer: '500' },
      { delivery: 'a', attempt: 3, answer: '429' },
      undefined,
      { delivery: 'a', attempt: 4, answer: 'timeout 10s' },
    ]);
  });

  test('count large ones too, and give their answers to every read', async () => {
    const { accountId, endpointId } = await addAccountWithSettings(open.store);
    const body = new Uint8Array(300 * 1024);
    const large = { body: [body], bodySize: body.length };
    await open.store.captures.append(answeredCapture(endpointId, 'ä'));
    const appended = await Promise.all([
      open.store.captures.append(answeredCapture(endpointId, 'ä', large)),
      open.store.captures.append(
        answeredCapture(endpointId, 'ä', { ...large, settingsVersion: 0 }),
      ),
      open.store.captures.append(answeredCapture(endpointId, 'ä', large)),
    ]);
    expect(appended.map((one) => one?.attempt)).toEqual([2, undefined, 3]);
    const answered = { delivery: 'ä', attempt: 3, answer: '429' };
    const [id = 0] = stored([appended[2]]);
    const content = { maxBytes: 1e6, withBody: false };
    const { captures } = open.store;
    expect(await captures.readOne(accountId, id)).toMatchObject({ id, answered });
    expect((await captures.readByIds({ accountId }, [id], content)).captures[0]).toMatchObject({
      id,
      answered,
    });
    await expectExactCounters(open.store, accountId);
  });

  test('store hostile texts, and none of them disturbs the others of its group', async () => {
    const { accountId, endpointId } = await addAccountWithSettings(open.store);
    const hostile = '\0\ud800"\'\\x00{}\\,😀';
    const answering = {
      delivery: hostile,
      answers: [{ answer: hostile }],
      bodyHash: hostile,
      idHash: hostile,
      event: hostile,
      signature: hostile,
    };
    const appended = await Promise.all([
      open.store.captures.append(answeredCapture(endpointId, '', { answering })),
      open.store.captures.append(answeredCapture(endpointId, 'b')),
    ]);
    expect(appended.map((one) => one?.attempt)).toEqual([1, 1]);
    const { deliveries } = await open.store.captures.readDeliveries(endpointId, { limit: 10 });
    const text = '\ufffd\ufffd"\'\\x00{}\\,😀';
    expect(deliveries[1]).toMatchObject({
      delivery: text,
      attempts: [{ answer: text, bodyHash: text, idHash: text, event: text, signature: text }],
    });
    await expectExactCounters(open.store, accountId);
  });

  test('are announced with their answers', async () => {
    const { endpointId } = await addAccountWithSettings(open.store);
    const announced: unknown[] = [];
    open.store.captures.onCommitted(({ captures }) => {
      announced.push(...captures.map(({ answered }) => answered));
    });
    await Promise.all([
      open.store.captures.append(answeredCapture(endpointId, 'a')),
      open.store.captures.append({ ...newCapture(endpointId), settingsVersion: 1 }),
    ]);
    expect(announced).toEqual([{ delivery: 'a', attempt: 1, answer: '500' }, undefined]);
  });
});
