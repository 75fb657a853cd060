import type { AnswerPlan, NewCapture } from '../../src/capture-log/captures.ts';
import type { Store } from '../../src/store/store.ts';
import { addAccount, addEndpoint, newCapture } from './store-rows.ts';

/** The answers of `answeredCapture`: attempts 1 and 2, attempt 3, all others. */
const answers = [
  { answer: '500' },
  { answer: '500' },
  { answer: '429', retryAfter: 60 },
  { answer: 'timeout 10s' },
];

type CaptureParts = Partial<Omit<NewCapture, 'answering'>> & { answering?: Partial<AnswerPlan> };

/** A capture of an endpoint whose settings have version 1, if it does not say otherwise. */
export function answeredCapture(
  endpointId: number,
  delivery: string,
  { answering, ...fields }: CaptureParts = {},
): NewCapture {
  const decided = { delivery, answers, bodyHash: 'b0', ...answering };
  return { ...newCapture(endpointId), settingsVersion: 1, answering: decided, ...fields };
}

export async function setSettingsVersion(
  { db }: Store,
  endpointId: number,
  version: number,
): Promise<void> {
  const update = db.updateTable('endpoint').set({ settings_version: version });
  await update.where('id', '=', endpointId).execute();
}

/** Adds an endpoint with a row of settings, of version 1. */
export async function addEndpointWithSettings(store: Store, accountId: number): Promise<number> {
  const endpointId = await addEndpoint(store, accountId);
  await setSettingsVersion(store, endpointId, 1);
  await store.db
    .insertInto('endpoint_settings')
    .values({
      endpoint_id: endpointId,
      version: 1,
      counted_since: 1,
      hash_key: '00'.repeat(32),
      document: '{"replies":[]}',
    })
    .execute();
  return endpointId;
}

export async function addAccountWithSettings(
  store: Store,
): Promise<{ accountId: number; endpointId: number }> {
  const accountId = await addAccount(store);
  return { accountId, endpointId: await addEndpointWithSettings(store, accountId) };
}
