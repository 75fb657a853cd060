// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the form of references to the environment
import { describe, expect, test } from 'vitest';
import { createSecret } from '../../src/keys/public.ts';
import { readSeed } from '../../src/seed/read-seed.ts';

const secret = createSecret();
const token = 'shop'.padEnd(26, '0');
const environment = { KEY: secret, TOKEN: token, WRONG: `${secret.slice(0, -1)}!` };

function account(members: string): string {
  return `accounts: [{ email: ci@example.com, ${members} }]`;
}

describe('a seed file', () => {
  test('has accounts with plan, keys and endpoints', () => {
    const text = `
      accounts:
        - email: ci@example.com
          plan: plus
          keys: [{ name: pipeline, secret: "\${KEY}" }]
          endpoints:
            - { name: Shop, token: "\${TOKEN}", settings: { replies: [{ status: 204 }] } }
        - email: other@example.com`;
    expect(readSeed(text, environment)).toMatchObject([
      {
        email: 'ci@example.com',
        plan: 'plus',
        keys: [{ name: 'pipeline', secret, place: 'accounts[0].keys[0]' }],
        endpoints: [{ name: 'Shop', token, place: 'accounts[0].endpoints[0]' }],
      },
      { email: 'other@example.com', plan: undefined, keys: [], endpoints: [] },
    ]);
  });

  const endpoint = '{ name: A, token: "${TOKEN}" }';
  const key = '{ name: a, secret: "${KEY}" }';
  const twice = `keys: [${key}] }, { email: b@example.com, keys: [${key}]`;
  test.each([
    ['accounts: {}', 'accounts: this must be a list, and an object stands here'],
    ['account: []', 'account: only accounts can stand here'],
    ['accounts: [{}]', 'accounts[0].email: this is missing'],
    ['accounts: [{ email: "@" }]', 'accounts[0].email: this is no email address'],
    [account('plan: gold'), 'accounts[0].plan: this must be one of free, plus, enterprise'],
    [account('admin: true'), 'accounts[0].admin: only email, plan, keys, endpoints can stand here'],
    [
      'accounts: [{ email: a@example.com }, { email: A@EXAMPLE.com }]',
      'accounts[1].email: the same stands in accounts[0].email',
    ],
    [account('keys: [{ name: a }]'), 'accounts[0].keys[0].secret: this is missing'],
    [account('keys: [{ name: "", secret: "${KEY}" }]'), 'accounts[0].keys[0].name: a name has'],
    [
      account('keys: [{ name: a, secret: "${WRONG}" }]'),
      'accounts[0].keys[0].secret: this is no key: "hookwell key generate" prints one',
    ],
    [account(twice), 'accounts[1].keys[0].secret: the same stands in accounts[0].keys[0].secret'],
    [account('keys: [{ name: a, secret: "${NOBODY}" }]'), 'accounts[0].keys[0].secret: the env'],
    [account('endpoints: [{ name: A }]'), 'accounts[0].endpoints[0].token: this is missing'],
    [
      account('endpoints: [{ name: A, token: short }]'),
      'accounts[0].endpoints[0].token: a token has 26 to 64 characters of a-z0-9',
    ],
    [
      account(`endpoints: [${endpoint}, ${endpoint.replace('A', 'B')}]`),
      'accounts[0].endpoints[1].token: the same stands in accounts[0].endpoints[0].token',
    ],
    [
      account(
        'endpoints: [{ name: A, token: "${TOKEN}", settings: { replies: [{ status: 1 }] } }]',
      ),
      'accounts[0].endpoints[0].settings.replies[0].status: ',
    ],
  ])('%s is told with its place, without a secret', (text, sentence) => {
    let message = '';
    try {
      readSeed(text, environment);
    } catch (error) {
      if (error instanceof Error) message = error.message;
    }
    expect(message.slice(0, sentence.length)).toBe(sentence);
    expect(message).not.toContain(secret.slice(3, 20));
  });
});
