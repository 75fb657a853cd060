import { createHmac } from 'node:crypto';
import type { Verification } from '@hookwell/signatures';
import { expect, test } from 'vitest';
import { type Declined, Explainer, type WaitBounds } from '../../src/signatures/explainer.ts';

const invalid: Verification = {
  verdict: 'invalid',
  reason: 'No secret given here made this signature.',
};
const verifying = {
  settings: { scheme: 'github' },
  secrets: ['k7Qz94Lm-x2Wp_Yt8Rv5\n'],
  formerSecrets: [],
};
const url = 'https://hooks.example/wh/abc';
const mebibyte = 1024 * 1024;
/** Its values are of a kind that takes long to write anew. */
const large = Buffer.from(`[${'"/ä",'.repeat(60_000)}1]`.padEnd(mebibyte - 60_000));

/** The head of a request whose sender signed this body; the secret was pasted with a line break. */
function headOf(signed: string) {
  const [secret = ''] = verifying.secrets;
  const signature = createHmac('sha256', secret.trim()).update(signed).digest('hex');
  return {
    method: 'POST',
    url,
    headers: ['X-Hub-Signature-256', `sha256=${signature}`],
    receivedAt: Date.now(),
  };
}

/** Other programs on the machine can hold it up. */
const patient = { turnMs: 20_000, answerMs: 20_000 };

function explainer(bounds?: WaitBounds) {
  const declined: Declined[] = [];
  const logged: unknown[] = [];
  const made = new Explainer(
    { error: (what: unknown) => logged.push(what) },
    (why) => declined.push(why),
    bounds,
  );
  const explain = (accountId: number, body: Uint8Array, signed = 'something else') =>
    made.explain(
      accountId,
      verifying,
      headOf(signed),
      [body.subarray(0, 3), body.subarray(3)],
      invalid,
    );
  return { made, explain, declined, logged };
}

test('explains in a thread, so many a second and account, and no large body', async () => {
  const { made, explain, declined, logged } = explainer(patient);
  const body = Buffer.from('{"a": 1}');
  const explained = await Promise.all(
    Array.from({ length: 12 }, () => explain(1, body, '{"a": 1}')),
  );
  const other = await explain(2, body, '{"a": 1}');
  expect(explained.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => other));
  expect(other).toMatch(/^The secret given here ends with a line break/);
  const tooMany = `${invalid.reason} The cause was not looked for: too many signatures failed within a second.`;
  expect(explained.slice(10)).toEqual([tooMany, tooMany]);
  expect(await explain(3, new Uint8Array(mebibyte + 1))).toBe(
    `${invalid.reason} The cause was not looked for: the body is larger than 1 MiB.`,
  );
  expect(declined).toEqual(['rate', 'rate', 'body']);
  expect(body).toHaveLength(8);
  const waiting = explain(4, body);
  await made.close();
  expect(await waiting).toMatch(/^No secret given here made this signature\./);
  expect(await explain(5, body)).toMatch(/The cause was not looked for: the service stops/);
  expect(logged).toEqual([]);
});

test('parties have their turns', async () => {
  const { made, explain, declined } = explainer(patient);
  const answered: number[] = [];
  const ask = async (account: number, body: Uint8Array) => {
    await explain(account, body);
    answered.push(account);
  };
  await Promise.all([
    ...Array.from({ length: 5 }, () => ask(1, large)),
    ask(2, Buffer.from('{"a": 1}')),
    ask(3, large),
  ]);
  expect(answered.slice(0, 3).toSorted()).toEqual([1, 2, 3]);
  expect(declined).toEqual([]);
  await made.close();
});

test('nobody waits for long, whoever asks', async () => {
  const { made, explain, declined } = explainer();
  const began = performance.now();
  await Promise.all(Array.from({ length: 60 }, (_, account) => explain(account, large)));
  // One after the other they would take ten seconds.
  expect(performance.now() - began).toBeLessThan(3000);
  expect(declined.filter((why) => why === 'busy').length).toBeGreaterThan(30);
  await made.close();
});
