import { createHmac } from 'node:crypto';
import { describe } from 'vitest';
import { type Failure, families, json, secretOf, testFailures } from './failures.ts';
import { now, settingsOf, signedRequest } from './requests.ts';

const hour = 3_600_000;

/** The headers of the scheme with one changed or, for undefined, left out. */
function changed(
  name: string,
  change: (value: string) => string | undefined,
): NonNullable<Failure['headers']> {
  return (headers) =>
    headers.flatMap((each, at) => {
      if (at % 2 === 1) return [];
      const value = headers[at + 1] ?? '';
      const other = each.toLowerCase() === name ? change(value) : value;
      return other === undefined ? [] : [each, other];
    });
}

function renamed(name: string, other: string): NonNullable<Failure['headers']> {
  return (headers) => headers.map((each) => (each.toLowerCase() === name ? other : each));
}

function hmac(hash: string, text: string, encoding: 'hex' | 'base64'): (secret: string) => string {
  return (secret) => createHmac(hash, secret).update(text).digest(encoding);
}

/** The signature of the scheme's header made otherwise. */
function resigned(
  name: string,
  prefix: string,
  made: (secret: string) => string,
): NonNullable<Failure['headers']> {
  return (headers, secret) => changed(name, () => `${prefix}${made(secret)}`)(headers, secret);
}

const time = `${now}`;
const seconds = `${now / 1000}`;

describe('the signature in another form', () => {
  testFailures([
    {
      name: 'Base64 instead of hex',
      schemes: ['github'],
      headers: resigned('x-hub-signature-256', 'sha256=', hmac('sha256', json, 'base64')),
      says: /^The secret is right, but the signature is in Base64 instead of hex:/,
    },
    {
      name: 'hex instead of Base64',
      schemes: ['shopify'],
      headers: resigned('x-shopify-hmac-sha256', '', hmac('sha256', json, 'hex')),
      says: /is in hex instead of Base64:/,
    },
    {
      name: 'SHA-1',
      schemes: ['shopify'],
      headers: resigned('x-shopify-hmac-sha256', '', hmac('sha1', json, 'base64')),
      says: /is made with SHA-1 instead of SHA-256:/,
    },
    {
      name: "GitHub's older header alone",
      schemes: ['github'],
      headers: (headers, secret) =>
        renamed('x-hub-signature-256', 'X-Hub-Signature')(
          resigned('x-hub-signature-256', 'sha1=', hmac('sha1', json, 'hex'))(headers, secret),
          secret,
        ),
      says: /in the header x-hub-signature instead of X-Hub-Signature-256, made with SHA-1 instead of SHA-256/,
    },
    {
      name: 'no prefix',
      schemes: ['github'],
      headers: changed('x-hub-signature-256', (value) => value.replace('sha256=', '')),
      says: /is without sha256= before it:/,
    },
    {
      name: 'no prefix',
      schemes: ['slack'],
      headers: changed('x-slack-signature', (value) => value.replace('v0=', '')),
      says: /is without v0= before it:/,
    },
    {
      name: 'no prefix in a list',
      schemes: ['svix'],
      headers: changed('svix-signature', (value) => value.replace('v1,', '')),
      says: /is without v1, before it:/,
    },
    {
      name: 'another field',
      schemes: ['stripe'],
      headers: changed('stripe-signature', (value) => value.replace('v1=', 'v2=')),
      says: /is without v1= before it:/,
    },
    {
      name: 'quotes',
      schemes: ['shopify'],
      headers: changed('x-shopify-hmac-sha256', (value) => `"${value}"`),
      says: /is with other text around it:/,
    },
    {
      name: 'capital letters',
      schemes: ['github'],
      headers: changed('x-hub-signature-256', (value) => value.toUpperCase().replace('SHA', 'sha')),
      says: /is written in another way:/,
    },
    {
      name: 'another header',
      schemes: ['github'],
      headers: renamed('x-hub-signature-256', 'X-My-Signature'),
      says: /in the header x-my-signature instead of X-Hub-Signature-256:/,
    },
    {
      name: 'over the body alone',
      schemes: ['stripe'],
      headers: resigned('stripe-signature', `t=${seconds},v1=`, hmac('sha256', json, 'hex')),
      says: /is over \{body\} instead of \{timestamp\}\.\{body\}:/,
    },
    {
      name: 'over time and body',
      schemes: ['github'],
      headers: (headers, secret) => [
        ...resigned(
          'x-hub-signature-256',
          'sha256=',
          hmac('sha256', `${seconds}.${json}`, 'hex'),
        )(headers, secret),
        'X-Time',
        seconds,
      ],
      says: /over \{timestamp\}\.\{body\} instead of \{body\}, with the time of x-time:/,
    },
    {
      name: 'milliseconds signed, seconds given',
      schemes: ['stripe'],
      headers: resigned(
        'stripe-signature',
        `t=${seconds},v1=`,
        hmac('sha256', `${time}.${json}`, 'hex'),
      ),
      says: /is over a time in milliseconds that it gives in seconds:/,
    },
    {
      name: 'seconds signed, milliseconds given',
      schemes: ['slack'],
      headers: (headers, secret) =>
        changed('x-slack-request-timestamp', () => time)(
          resigned(
            'x-slack-signature',
            'v0=',
            hmac('sha256', `v0:${seconds}:${json}`, 'hex'),
          )(headers, secret),
          secret,
        ),
      says: /is over a time in seconds that it gives in milliseconds:/,
    },
  ]);
});

describe('another address', () => {
  const signing = ['custom', 'square', 'hubspot-v3', 'twilio'];
  const at = (
    own: string,
    says: RegExp,
    header: readonly string[] = [],
    schemes = signing,
  ): Failure => ({
    name: `${own} ${header[0] ?? ''}`,
    schemes,
    settings: (settings) =>
      settings.scheme === 'custom' ? { ...settings, signed: '{url}{body}' } : settings,
    url: own,
    headers: (headers) => [...headers, ...header],
    says,
  });
  testFailures([
    at('http://hooks.example/wh/abc?x=1', /: with another scheme \(http or https\)\./),
    at('https://a.example/wh/abc?x=1', /: with the host of the Host header\./, [
      'host',
      'hooks.example',
    ]),
    at(
      'http://a.example/wh/abc?x=1',
      /scheme \(http or https\), with the host of X-Forwarded-Host\./,
      ['x-forwarded-host', 'hooks.example, b.example'],
    ),
    at('https://a.example/wh/abc?x=1', /: with the host of Forwarded\./, [
      'Forwarded',
      'for=x;host="hooks.example"',
    ]),
    at(
      'https://hooks.example:8443/wh/abc?x=1',
      /: without the port\./,
      [],
      ['custom', 'square', 'hubspot-v3'],
    ),
    at('https://hooks.example/wh/abc/?x=1', /: without the slash at the end of the path\./),
    at('https://hooks.example/wh/%61bc?x=1', /: with the path decoded\./),
    {
      ...at(
        'https://hooks.example/wh/abc?x=1',
        /: with the port 443, without the query\./,
        [],
        ['square'],
      ),
      name: 'a port and no query',
      headers: resigned(
        'x-square-hmacsha256-signature',
        '',
        hmac('sha256', `https://hooks.example:443/wh/abc${json}`, 'base64'),
      ),
    },
    {
      ...at(
        'https://hooks.example/wh/abc',
        /: with a slash at the end of the path\./,
        [],
        ['square'],
      ),
      name: 'no slash',
      headers: resigned(
        'x-square-hmacsha256-signature',
        '',
        hmac('sha256', `https://hooks.example/wh/abc/${json}`, 'base64'),
      ),
    },
    {
      ...at(
        'https://a.example/wh/abc?x=1',
        /host of the Host header\. .*\. The secret given here ends with a line break/,
        ['host', 'hooks.example'],
      ),
      name: 'and a line break at the end of the secret',
      secrets: (secret) => [`${secret}\n`],
    },
  ]);
});

describe('another scheme', () => {
  testFailures([
    {
      name: 'that of the same secret',
      schemes: ['github', 'slack', 'custom'],
      headers: (_headers, secret) =>
        signedRequest(settingsOf('shopify'), secret, json).head.headers,
      says: /signed as Shopify signs: choose the scheme shopify\.$/,
    },
    {
      name: 'the secret itself',
      schemes: ['github', 'stripe'],
      headers: (headers, secret) => [
        ...headers.map((value) => (/[=]/.test(value) ? 'x' : value)),
        'X-Key',
        secret,
      ],
      says: /header x-key contains the secret itself/,
    },
    {
      name: 'Bearer',
      schemes: ['github', 'basic'],
      headers: (_headers, secret) => ['Authorization', `Bearer ${secret}`],
      says: /signed as Bearer token signs: choose the scheme bearer/,
    },
    {
      name: 'another secret',
      schemes: ['github', 'slack', 'custom', 'token'],
      headers: () =>
        signedRequest(settingsOf('stripe'), secretOf('github', 'not that'), json).head.headers,
      says: /^There is no \S+ header\. It looks signed by Stripe: choose the scheme stripe,/,
    },
  ]);
});

describe('nothing is there', () => {
  testFailures([
    {
      name: 'no header',
      schemes: families,
      headers: () => ['Content-Type', 'application/json'],
      says: /^There is no \S+ header: the sender adds it once it has the secret \(.*\), unless something on the way drops it\.$/,
    },
    {
      name: 'no time',
      schemes: ['slack'],
      headers: changed('x-slack-request-timestamp', () => undefined),
      says: /^There is no X-Slack-Request-Timestamp header, though X-Slack-Signature is there/,
    },
  ]);
});

describe('at another time', () => {
  const timed = ['stripe', 'svix', 'slack', 'custom'];
  testFailures(
    [
      [
        'before',
        -400_000,
        /made 6 minutes before it arrived, and 5 minutes are allowed: an earlier request .* clock is slow\.$/,
      ],
      [
        'long before',
        -5.5 * hour,
        /made 5 hours before it arrived.*sent again as it was, or it waited/,
      ],
      ['after', 400_000, /made 6 minutes after it arrived.*clock is fast/],
      ['in another zone', 2 * hour + 3000, /made 2 hours after it arrived.*local time as UTC/],
    ].map(
      ([name, away, says]) =>
        ({ name, schemes: timed, signedAt: now + Number(away), says }) as Failure,
    ),
  );
  testFailures([
    {
      name: 'in milliseconds',
      schemes: ['stripe', 'svix', 'slack'],
      signedAt: now * 1000,
      says: /its time is in milliseconds where seconds belong/,
    },
  ]);
});

describe('what is not known', () => {
  testFailures([
    {
      name: 'another secret',
      schemes: families,
      secrets: (secret) => [
        secretOf(secret.startsWith('whsec_') ? 'svix' : 'github', 'quite another one.......'),
      ],
      says: /^No secret given here made this signature\. Another secret signed it, or the body was changed/,
    },
    {
      name: 'another body',
      schemes: families,
      came: '{"another":1}',
      says: /^No secret given here made this signature\. Another secret signed it, or the body was changed/,
    },
  ]);
});
