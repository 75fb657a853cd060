import { expect, test } from 'vitest';
import { shownSignature } from '../../src/capture-log/pending-signature.ts';
import { EndpointVerifier } from '../../src/signatures/endpoint-verifier.ts';
import { findingOf } from '../../src/signatures/finding.ts';

const verifier = new EndpointVerifier(
  { scheme: 'github', secrets: [] },
  { secrets: [], former: [] },
);
const reason = 'why '.repeat(1000);

test('a reason is stored up to a bound', () => {
  const { text } = findingOf(verifier, { verdict: 'invalid' }, { sentence: reason });
  expect(JSON.parse(text)).toEqual({
    scheme: 'github',
    verdict: 'invalid',
    reason: reason.slice(0, 500),
  });
});

test('what is being looked into says so for 15 seconds, whatever it quotes', async () => {
  const sentence = 'The header "x","until":1} is not known. The cause is being looked for."';
  for (const known of [sentence, reason]) {
    const verification = { verdict: 'invalid' as const, signedAt: 0 };
    const later = Promise.resolve('That is why.');
    const finding = findingOf(verifier, verification, { sentence: known, later });
    const shown = (afterMs: number) =>
      JSON.parse(shownSignature(finding.text, Date.now() + afterMs));
    const others = { scheme: 'github', verdict: 'invalid', signedAt: '1970-01-01T00:00:00.000Z' };
    const start = known.slice(0, 400);
    expect(shown(14_000)).toEqual({ ...others, reason: `${start} The cause is being looked for.` });
    expect(shown(15_001)).toEqual({
      ...others,
      reason: `${start} The cause was not looked for: the service stopped meanwhile.`,
    });
    const text = (await finding.later) ?? '';
    expect(shownSignature(text)).toBe(text);
    expect(JSON.parse(text)).toEqual({ ...others, reason: 'That is why.' });
  }
});
