import { expect, test } from 'vitest';
import { allowed } from '../../src/config-values.ts';
import { identityFrom, isAllowed } from '../../src/single-sign-on/identity.ts';

const ada = { sub: 'ada', email: 'Ada@Example.com', email_verified: true };

test.each([
  ['not said to be verified', { email: ada.email }],
  ['verified as a number', { email: ada.email, email_verified: 1 }],
  ['no email', { email: 'not an email', email_verified: true }],
  ['a list', { email: [ada.email], email_verified: true }],
  ['with a NUL', { email: 'a\0@example.com', email_verified: true }],
  ['too long', { email: `${'a'.repeat(250)}@example.com`, email_verified: true }],
  ['absent', { email_verified: true }],
])('an email that is %s is none', (_, claims) => {
  expect(identityFrom({ iss: 'a', sub: 'a', ...claims }).email).toBe(undefined);
});

test('an email and the word that it is verified come from one place', () => {
  const { email, email_verified } = ada;
  const token = { iss: 'a', sub: 'a' };
  expect(identityFrom(token, { email, email_verified }).email).toBe(email);
  expect(identityFrom({ ...token, email }, { email_verified }).email).toBe(undefined);
  expect(identityFrom({ ...token, email_verified }, { email }).email).toBe(undefined);
});

test.each([
  [ada, 'example.com', true],
  [ada, 'ample.com', false],
  [{ ...ada, email_verified: false }, 'example.com', false],
  [{ ...ada, email: 'ada@sub.example.com' }, 'example.com', false],
  [{ sub: 'a', groups: ['ops', 'dev'] }, 'group:dev', true],
  [{ sub: 'a', groups: ['Dev'] }, 'group:dev', false],
  [{ sub: 'a', groups: 'dev' }, 'group:dev', false],
  [{ ...ada, groups: ['none'] }, 'example.org,group:dev,example.com', true],
])('of %j with HOOKWELL_OIDC_ALLOW=%s', (claims, text, isLetIn) => {
  expect(isAllowed(identityFrom({ iss: 'a', ...claims }), allowed(text))).toBe(isLetIn);
});
