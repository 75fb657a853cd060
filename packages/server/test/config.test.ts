import { defaultPlans, plansWithoutSales } from '@hookwell/core/api';
import { describe, expect, test } from 'vitest';
import { ConfigError, parseConfig } from '../src/config.ts';

test('an empty environment gives the documented defaults', () => {
  expect(parseConfig({})).toEqual({
    host: '127.0.0.1',
    port: 8080,
    baseUrl: undefined,
    receiveBaseUrl: undefined,
    databaseUrl: 'sqlite:./data/hookwell.db',
    secretsKeys: [],
    signupPlan: 'plus',
    sellsPlans: false,
    paymentWebhookSecrets: [],
    paymentSignatureHeader: 'payment-signature',
    matchPaymentEmail: false,
    pricePlans: new Map(),
    checkoutLinks: new Map(),
    plans: plansWithoutSales,
    passwordLogin: true,
    authRateLimit: 60,
    receiveRateLimit: undefined,
    streamsPerAccount: { guest: 20, registered: 200 },
    maxBodyBytes: 26_214_400,
    maxStoreBytes: undefined,
    trustedProxies: [],
    metricsToken: undefined,
    xHeaders: 'drop',
    readyFile: undefined,
    logLevel: 'info',
  });
});

test('an empty value counts as none', () => {
  expect(parseConfig({ HOOKWELL_HOST: '', HOOKWELL_PORT: '' })).toEqual(parseConfig({}));
});

/** What an instance that sells plans has unless its operator says otherwise. */
const sells = { sellsPlans: true, signupPlan: 'free', plans: defaultPlans };

test.each([
  ['HOOKWELL_HOST', '0.0.0.0', { host: '0.0.0.0' }],
  ['HOOKWELL_PORT', '0', { port: 0 }],
  ['PORT', '3000', { port: 3000 }],
  ['HOOKWELL_BASE_URL', 'https://Hooks.example.com/', { baseUrl: 'https://hooks.example.com' }],
  [
    'HOOKWELL_RECEIVE_BASE_URL',
    'http://in.example.com:81',
    { receiveBaseUrl: 'http://in.example.com:81' },
  ],
  ['HOOKWELL_DATABASE_URL', 'postgres://u:p@db/h', { databaseUrl: 'postgres://u:p@db/h' }],
  ['HOOKWELL_SIGNUP_PLAN', 'enterprise', { signupPlan: 'enterprise' }],
  ['HOOKWELL_PAYMENT_WEBHOOK_SECRETS', 'a, b,', { ...sells, paymentWebhookSecrets: ['a', 'b'] }],
  [
    'HOOKWELL_PAYMENT_SIGNATURE_HEADER',
    'Stripe-Signature',
    { paymentSignatureHeader: 'stripe-signature' },
  ],
  ['HOOKWELL_MATCH_PAYMENT_EMAIL', 'true', { matchPaymentEmail: true }],
  [
    'HOOKWELL_PRICE_PLANS',
    'price_a=plus,price_b=enterprise',
    {
      pricePlans: new Map([
        ['price_a', 'plus'],
        ['price_b', 'enterprise'],
      ]),
    },
  ],
  [
    'HOOKWELL_CHECKOUT_LINKS',
    'plus=https://pay.example/a?b=c',
    { ...sells, checkoutLinks: new Map([['plus', 'https://pay.example/a?b=c']]) },
  ],
  [
    'HOOKWELL_PLANS',
    '{"plus":{"endpoints":50}}',
    { plans: { ...plansWithoutSales, plus: { ...defaultPlans.plus, endpoints: 50 } } },
  ],
  ['HOOKWELL_AUTH_RATE_LIMIT', '0', { authRateLimit: 0 }],
  ['HOOKWELL_RECEIVE_RATE_LIMIT', '10', { receiveRateLimit: 10 }],
  ['HOOKWELL_STREAMS_PER_ACCOUNT', '50', { streamsPerAccount: { guest: 50, registered: 50 } }],
  ['HOOKWELL_STREAMS_PER_ACCOUNT', '5, 60', { streamsPerAccount: { guest: 5, registered: 60 } }],
  ['HOOKWELL_MAX_BODY_BYTES', '1024', { maxBodyBytes: 1024 }],
  ['HOOKWELL_MAX_STORE_BYTES', '1000000', { maxStoreBytes: 1_000_000 }],
  ['HOOKWELL_TRUSTED_PROXIES', '10.0.0.0/8, ::1', { trustedProxies: ['10.0.0.0/8', '::1'] }],
  [
    'HOOKWELL_SECRETS_KEY',
    `${Buffer.alloc(32, 7).toString('base64')}, ${Buffer.alloc(32, 8).toString('base64')}\n`,
    { secretsKeys: [Buffer.alloc(32, 7), Buffer.alloc(32, 8)] },
  ],
  ['HOOKWELL_METRICS_TOKEN', 'secret', { metricsToken: 'secret' }],
  ['HOOKWELL_X_HEADERS', 'keep', { xHeaders: 'keep' }],
  ['HOOKWELL_READY_FILE', './ready', { readyFile: './ready' }],
  ['HOOKWELL_SEED_FILE', './seed.yaml', { seedFile: './seed.yaml' }],
  ['HOOKWELL_LOG_LEVEL', 'debug', { logLevel: 'debug' }],
])('%s=%s', (name, value, expected) => {
  expect(parseConfig({ [name]: value })).toEqual({ ...parseConfig({}), ...expected });
});

test.each(['https://login.example.com/realms/main', 'http://localhost:8080', 'http://[::1]:1'])(
  'single sign-on with the issuer %s',
  (issuer) => {
    const environment = {
      HOOKWELL_OIDC_ISSUER: issuer,
      HOOKWELL_OIDC_CLIENT_ID: 'hookwell',
      HOOKWELL_OIDC_CLIENT_SECRET: 'secret',
      HOOKWELL_OIDC_ALLOW: 'Example.COM, group:The Developers, example.org',
      HOOKWELL_PASSWORD_LOGIN: 'off',
    };
    expect(parseConfig(environment)).toMatchObject({
      passwordLogin: false,
      oidc: {
        ...{ issuer, clientId: 'hookwell', clientSecret: 'secret' },
        allow: { domains: ['example.com', 'example.org'], groups: ['The Developers'] },
      },
    });
  },
);

test.each([
  ['HOOKWELL_OIDC_ISSUER', 'https://login.example.com', 'HOOKWELL_OIDC_CLIENT_ID'],
  ['HOOKWELL_OIDC_CLIENT_ID', 'hookwell', 'HOOKWELL_OIDC_ISSUER'],
  ['HOOKWELL_OIDC_CLIENT_SECRET', 'secret', 'HOOKWELL_OIDC_ISSUER'],
  ['HOOKWELL_OIDC_ALLOW', 'example.com', 'HOOKWELL_OIDC_ISSUER'],
])('%s alone is no single sign-on', (name, value, missing) => {
  const fault = `${missing} must be set beside the other settings of single sign-on`;
  expect(() => parseConfig({ [name]: value })).toThrow(new ConfigError(fault));
});

test('HOOKWELL_PORT counts before PORT', () => {
  expect(parseConfig({ HOOKWELL_PORT: '1', PORT: '2' }).port).toBe(1);
});

describe('a wrong value stops the start with one line that names the variable', () => {
  test.each([
    ['HOOKWELL_PORT', '65536'],
    ['HOOKWELL_PORT', 'http'],
    ['HOOKWELL_PORT', '-1'],
    ['PORT', '1.5'],
    ['HOOKWELL_BASE_URL', 'example.com'],
    ['HOOKWELL_BASE_URL', 'https://example.com/path'],
    ['HOOKWELL_BASE_URL', 'ftp://example.com'],
    ['HOOKWELL_RECEIVE_BASE_URL', 'https://user@example.com'],
    ['HOOKWELL_DATABASE_URL', 'mysql://db'],
    ['HOOKWELL_SIGNUP_PLAN', 'gold'],
    ['HOOKWELL_MATCH_PAYMENT_EMAIL', 'yes'],
    ['HOOKWELL_PAYMENT_SIGNATURE_HEADER', 'not a header'],
    ['HOOKWELL_PRICE_PLANS', 'price_a'],
    ['HOOKWELL_PRICE_PLANS', 'price_a=free'],
    ['HOOKWELL_CHECKOUT_LINKS', 'plus=http://insecure.example'],
    ['HOOKWELL_PLANS', '{'],
    ['HOOKWELL_PLANS', '[]'],
    ['HOOKWELL_PLANS', '{"gold":{}}'],
    ['HOOKWELL_PLANS', '{"plus":{"endpoint":1}}'],
    ['HOOKWELL_PLANS', '{"plus":{"endpoints":"1"}}'],
    ['HOOKWELL_PLANS', '{"plus":null}'],
    ['HOOKWELL_AUTH_RATE_LIMIT', '-1'],
    ['HOOKWELL_RECEIVE_RATE_LIMIT', '0'],
    ['HOOKWELL_STREAMS_PER_ACCOUNT', '0'],
    ['HOOKWELL_STREAMS_PER_ACCOUNT', '20,0'],
    ['HOOKWELL_STREAMS_PER_ACCOUNT', '20,'],
    ['HOOKWELL_STREAMS_PER_ACCOUNT', '1,2,3'],
    ['HOOKWELL_STREAMS_PER_ACCOUNT', 'many'],
    ['HOOKWELL_MAX_BODY_BYTES', '25MB'],
    ['HOOKWELL_MAX_STORE_BYTES', '1e9'],
    ['HOOKWELL_TRUSTED_PROXIES', 'proxy.local'],
    ['HOOKWELL_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['HOOKWELL_SECRETS_KEY', Buffer.alloc(31, 7).toString('base64')],
    ['HOOKWELL_SECRETS_KEY', Buffer.alloc(32, 7).toString('hex')],
    ['HOOKWELL_SECRETS_KEY', `${Buffer.alloc(32, 7).toString('base64')},a passphrase`],
    ['HOOKWELL_SECRETS_KEY', ' , '],
    ['HOOKWELL_X_HEADERS', 'Keep'],
    ['HOOKWELL_LOG_LEVEL', 'verbose'],
    ['HOOKWELL_TUNNEL', 'ngrok'],
    ['HOOKWELL_PASSWORD_LOGIN', 'no'],
    ['HOOKWELL_PASSWORD_LOGIN', 'off'],
    ['HOOKWELL_OIDC_ISSUER', 'http://login.example.com'],
    ['HOOKWELL_OIDC_ISSUER', 'http://127.0.0.1.example.com'],
    ['HOOKWELL_OIDC_ISSUER', 'http://10.0.0.1'],
    ['HOOKWELL_OIDC_ISSUER', 'https://user@login.example.com'],
    ['HOOKWELL_OIDC_ISSUER', 'https://login.example.com/?a=b'],
    ['HOOKWELL_OIDC_ISSUER', 'https://a.example/.well-known/openid-configuration'],
    ['HOOKWELL_OIDC_ISSUER', 'login.example.com'],
    ['HOOKWELL_OIDC_ALLOW', '@example.com'],
    ['HOOKWELL_OIDC_ALLOW', 'group:'],
    ['HOOKWELL_OIDC_ALLOW', ','],
  ])('%s=%s', (name, value) => {
    expect(() => parseConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => parseConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be [^\\n]+$`));
  });

  test('so does an address of receive URLs beside a tunnel, which gives one', () => {
    const tunnel = { HOOKWELL_TUNNEL: 'tailscale' };
    expect(parseConfig({ ...tunnel, HOOKWELL_BASE_URL: 'http://192.0.2.7:8080' })).toMatchObject({
      tunnel: 'tailscale',
    });
    const both = { ...tunnel, HOOKWELL_RECEIVE_BASE_URL: 'https://in.example.com' };
    expect(() => parseConfig(both)).toThrow(
      /^HOOKWELL_RECEIVE_BASE_URL must not be set beside a tunnel \([^\n]+$/,
    );
  });

  test('so does an unknown variable that looks like ours', () => {
    expect(() => parseConfig({ HOOKWELL_PROT: '8080' })).toThrow(/^HOOKWELL_PROT is not a setting/);
  });
});

test('variables that Kubernetes injects, and those for the command line and tests, are ignored', () => {
  const injected = {
    HOOKWELL_PORT: 'tcp://10.0.0.1:8080',
    HOOKWELL_PORT_8080_TCP: 'tcp://10.0.0.1:8080',
    HOOKWELL_PORT_8080_TCP_ADDR: '10.0.0.1',
    HOOKWELL_SERVICE_HOST: '10.0.0.1',
    HOOKWELL_SERVICE_PORT: '8080',
    HOOKWELL_URL: 'https://hooks.example.com',
    HOOKWELL_API_KEY: 'wh-key',
    HOOKWELL_TEST_POSTGRES_URL: 'postgres://localhost',
  };
  expect(parseConfig(injected)).toEqual(parseConfig({}));
});
