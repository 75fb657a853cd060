import { expect, test } from 'vitest';
import { EndpointVerifier } from '../../src/signatures/endpoint-verifier.ts';
import { explainedFinding } from '../../src/signatures/finding.ts';

test('a reason is stored up to a bound', () => {
  const verifier = new EndpointVerifier(
    { scheme: 'github', secrets: [] },
    { secrets: [], former: [] },
  );
  const reason = 'why '.repeat(1000);
  const { text } = explainedFinding(verifier, { verdict: 'invalid' }, reason);
  expect(JSON.parse(text)).toEqual({
    scheme: 'github',
    verdict: 'invalid',
    reason: reason.slice(0, 500),
  });
});
