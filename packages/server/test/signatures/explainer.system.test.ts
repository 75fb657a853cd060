import { createHmac } from 'node:crypto';
import type { Verification } from '@hookwell/signatures';
import { expect, test } from 'vitest';
import {
  type Declined,
  type Explained,
  Explainer,
  type ExplainerBounds,
} from '../../src/signatures/explainer.ts';

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
const patient = { awaitedTurnMs: 20_000, awaitedMs: 20_000, waitMs: 60_000 };

function explainer(bounds?: Partial<ExplainerBounds>) {
  const declined: Declined[] = [];
  const logged: unknown[] = [];
  const made = new Explainer(
    { error: (what: unknown) => logged.push(what) },
    (why) => declined.push(why),
    bounds,
  );
  const explain = async (party: number, body: Uint8Array, signed = 'something else') =>
    made.explain(
      party,
      verifying,
      headOf(signed),
      { body: [body.subarray(0, 3), body.subarray(3)], bodySize: body.length },
      invalid,
    );
  /** Whether it came later, and what came in the end. */
  const inTheEnd = async (explained: Explained | Promise<Explained>) => {
    const { sentence, later } = await explained;
    return later === undefined ? sentence : `later: ${await later}`;
  };
  return { made, explain, inTheEnd, declined, logged };
}

const small = Buffer.from('{"a": 1}');
const notLookedInto = (why: string) => `${invalid.reason} The cause was not looked for: ${why}.`;

test('explains in a thread; answers wait for so many a second and party, and none for a large body', async () => {
  const { made, explain, inTheEnd, declined, logged } = explainer(patient);
  const explained = Array.from({ length: 12 }, () => explain(1, small, '{"a": 1}'));
  const first = Promise.all(explained.slice(0, 10).map(inTheEnd));
  for (const { sentence, later } of await Promise.all(explained.slice(10))) {
    expect(sentence).toBe(invalid.reason);
    expect(await later).toMatch(/^The secret given here ends with a line break/);
  }
  const other = await explain(2, small, '{"a": 1}');
  expect(other).toEqual({
    sentence: expect.stringMatching(/^The secret given here ends with a line break/),
  });
  expect(await first).toEqual(Array.from({ length: 10 }, () => other.sentence));
  expect(await inTheEnd(explain(3, new Uint8Array(mebibyte + 1)))).toBe(
    notLookedInto('the body is larger than 1 MiB'),
  );
  expect(declined).toEqual(['body']);
  expect(small).toHaveLength(8);
  const waiting = explain(4, small);
  await made.close();
  expect((await waiting).sentence).toMatch(/^No secret given here made this signature\./);
  expect(await explain(5, small)).toEqual({
    sentence: notLookedInto('the service stops, or it failed'),
  });
  expect(logged).toEqual([]);
});

test('no answer waits for long, whoever asks; what waits at the end gets a plain reason', async () => {
  // There is room for all of them.
  const { made, explain, inTheEnd, declined } = explainer({ heldBytes: 64 * mebibyte });
  const explained = await Promise.all(
    Array.from({ length: 60 }, (_, account) => explain(account, large)),
  );
  expect(explained.filter(({ later }) => later !== undefined).length).toBeGreaterThan(30);
  expect(declined).toEqual([]);
  await made.close();
  const sentences = await Promise.all(explained.map(inTheEnd));
  const plain = `later: ${notLookedInto('the service stops, or it failed')}`;
  expect(sentences.filter((sentence) => sentence === plain).length).toBeGreaterThan(25);
});

test('what does not get its turn in time is not looked into', async () => {
  const { made, explain, inTheEnd, declined } = explainer({ ...patient, waitMs: 1 });
  const sentences = await Promise.all(
    Array.from({ length: 20 }, () => inTheEnd(explain(1, large))),
  );
  const late = notLookedInto('it did not get its turn within 15 seconds');
  // Whether its answer waited for that, a busy machine decides.
  expect(sentences.at(-1)?.replace('later: ', '')).toBe(late);
  expect(new Set(declined)).toEqual(new Set(['late']));
  await made.close();
});
