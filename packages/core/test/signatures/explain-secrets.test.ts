import { createHmac, generateKeyPairSync } from 'node:crypto';
import { type Failure, families, json, secretOf, testFailures } from './failures.ts';

const discord = generateKeyPairSync('ed25519');
const discordKey = Buffer.from(discord.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');

const textKeys = ['github', 'stripe', 'shopify', 'slack', 'custom'];

testFailures([
  {
    name: 'a line break at the end',
    schemes: [...textKeys, 'twilio', 'square', 'hubspot-v3', 'bearer', 'basic', 'token'],
    secrets: (secret) => [`${secret}\n`],
    says: /^The secret given here ends with a line break: paste it again without it\.$/,
  },
  {
    name: 'spaces around the second',
    schemes: textKeys,
    secrets: (secret) => ['another one', ` ${secret}`],
    says: /^The second secret given here has white space around it/,
  },
  {
    name: 'quotes',
    schemes: textKeys,
    secrets: (secret) => [`"${secret}"`],
    says: /is in quotes/,
  },
  {
    name: 'the name of a variable',
    schemes: textKeys,
    secrets: (secret) => [`export SECRET='${secret}'`],
    says: /name of a variable/,
  },
  {
    name: 'invisible characters',
    schemes: ['github', 'stripe'],
    secrets: (secret) => [`\u200b${secret}`],
    says: /cannot be seen/,
  },
  {
    name: 'escaped line break',
    schemes: ['github'],
    secrets: (secret) => [`${secret}\\n`],
    says: /a backslash and a letter/,
  },
  {
    name: 'percent-encoded',
    schemes: ['github'],
    signedWith: () => 'a+b/c d&e',
    secrets: () => ['a%2Bb%2Fc%20d%26e'],
    says: /is percent-encoded/,
  },
  {
    name: 'escaped for HTML',
    schemes: ['github'],
    signedWith: () => 'a&b<c',
    secrets: () => ['a&amp;b&lt;c'],
    says: /escaped for HTML/,
  },
  {
    name: "a line break at the end of the sender's",
    schemes: textKeys,
    signedWith: (secret) => `${secret}\n`,
    says: /sender's secret ends with a line break, and the secret given here does not/,
  },
  {
    name: 'whsec_ missing',
    schemes: ['stripe'],
    signedWith: (secret) => `whsec_${secret}`,
    says: /is missing its prefix whsec_/,
  },
  {
    name: 'whsec_ kept',
    schemes: ['stripe', 'github'],
    secrets: (secret) => [`whsec_${secret}`],
    says: /what follows whsec_/,
  },
  {
    name: 'the text as the key',
    schemes: ['svix', 'standard-webhooks'],
    headers: resigned((secret) => Buffer.from(secret.slice('whsec_'.length))),
    says: /used the text itself of the secret given here as the key\. This scheme uses the bytes decoded from Base64\./,
  },
  {
    name: 'the text with whsec_ as the key',
    schemes: ['svix', 'standard-webhooks'],
    headers: resigned((secret) => Buffer.from(secret)),
    says: /used the text itself of the secret given here as the key|with its prefix whsec_/,
  },
  ...(['base64', 'hex'] as const).map((encoding) => ({
    name: `${encoding} as the key`,
    schemes: textKeys,
    secrets: () => [Buffer.from('\u0000ÿ twenty-four bytes').toString(encoding)],
    signedWith: () => '\u0000ÿ twenty-four bytes',
    says:
      encoding === 'hex' ? /used the bytes decoded from hex/ : /used the bytes decoded from Base64/,
  })),
  {
    name: 'an earlier secret',
    schemes: families,
    secrets: (secret) => [otherSecret(secret)],
    former: (secret) => [secretOf('text', 'much older than that....'), secret],
    says: /an earlier secret of this endpoint/,
  },
  {
    name: 'a public key, and another body',
    schemes: ['discord'],
    signedWith: () => discord.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    secrets: () => [discordKey.toString('hex')],
    came: `${json}\n`,
    says: /without the line break or space at its end/,
  },
  {
    name: 'Basic pasted, and written in Base64',
    schemes: ['basic'],
    signedWith: () => 'u5Er:k7Qz94Lm',
    secrets: () => ['Basic u5Er:k7Qz94Lm', 'a:b'],
    says: /^The first secret given here begins with Basic/,
  },
  {
    name: 'Bearer pasted',
    schemes: ['bearer'],
    secrets: (secret) => [`Bearer ${secret}`],
    says: /begins with Bearer/,
  },
  {
    name: 'Bearer in a header with the token',
    schemes: ['token'],
    signedWith: (secret) => `Bearer ${secret}`,
    says: /writes Bearer before the secret given here/,
  },
  {
    name: 'the user alone',
    schemes: ['basic'],
    signedWith: () => 'u5Er:',
    secrets: () => ['u5Er:k7Qz94Lm'],
    says: /gives the user/,
  },
]);

/** Signs again what came, with another key. */
function resigned(keyOf: (secret: string) => Buffer): NonNullable<Failure['headers']> {
  return (headers, secret) => {
    const read = new Headers(pairs(headers));
    const prefix = read.has('svix-id') ? 'svix' : 'webhook';
    const signed = `${read.get(`${prefix}-id`)}.${read.get(`${prefix}-timestamp`)}.${json}`;
    const signature = createHmac('sha256', keyOf(secret)).update(signed).digest('base64');
    read.set(`${prefix}-signature`, `v1,${signature}`);
    return [...read].flat();
  };
}

function pairs(headers: readonly string[]): [string, string][] {
  return headers.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : [],
  );
}

function otherSecret(secret: string): string {
  return secret.startsWith('whsec_') ? secretOf('svix', 'one of 24 other bytes...') : 'another:one';
}
