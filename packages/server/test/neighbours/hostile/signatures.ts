import { gzipSync } from 'node:zlib';
import {
  becomeGuest,
  becomeSeveral,
  fromNetwork,
  type Hostile,
  keepOn,
  pause,
  putSettings,
  send,
} from '../hostile.ts';
import { sendAndHangUp, written } from './sockets.ts';

const mebibyte = 1024 * 1024;

/** JSON whose every form has to be looked at, for as long as the service looks for the cause. */
function longJson(): string {
  return JSON.stringify({
    texts: Array.from({ length: 30_000 }, (_, index) => `ä/${index} "quoted"`),
  }).slice(0, mebibyte);
}

export const wrongSignatures: Hostile = {
  name: 'wrong signatures of long JSON, gzip bombs and 25 MiB, under ten secrets and an Ed25519 key',
  store: 'any',
  async attack(target) {
    const github = {
      verify: {
        scheme: 'github',
        secrets: Array.from({ length: 10 }, (_, index) => `a-wrong-secret-${index}`),
      },
      replies: [{ when: 'signature=valid' }, { status: 401 }],
    };
    const hmac = { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` };
    const json = longJson();
    const bomb = gzipSync(Buffer.alloc(24 * mebibyte));
    const large = Buffer.alloc(25 * mebibyte);
    const guests = await becomeSeveral(target, 2, github);
    // Any 32 bytes below the prime are tried as a key; this one is the base point.
    const secrets = [`58${'66'.repeat(31)}`];
    const discord = { verify: { scheme: 'discord', secrets } };
    const others = await becomeSeveral(target, 1, discord);
    for (const guest of guests) {
      keepOn(8, () => send(target, guest, json, hmac));
      keepOn(8, () => send(target, guest, bomb, { ...hmac, 'content-encoding': 'gzip' }));
      keepOn(8, () => send(target, guest, '{}', hmac));
      keepOn(1, () => send(target, guest, large, hmac));
    }
    const ed25519 = {
      'x-signature-ed25519': '0'.repeat(128),
      'x-signature-timestamp': String(Math.floor(Date.now() / 1000)),
    };
    for (const guest of others) keepOn(2, () => send(target, guest, large, ed25519));
    await pause(1000);
  },
};

const tenSecrets = Array.from({ length: 10 }, (_, index) => `a-wrong-secret-number-${index}`);
const form = 'Content-Type: application/x-www-form-urlencoded';

/** As many fields as are read, each with characters that have to be decoded. */
function formOf(valueCharacters: number): Buffer {
  const value = '%41'.repeat(valueCharacters);
  return Buffer.from(Array.from({ length: 1000 }, (_, index) => `%41${index}=${value}`).join('&'));
}

/** Notifications of Adyen, each of which is signed by itself. */
function notifications(): Buffer {
  const NotificationRequestItem = {
    additionalData: { hmacSignature: 'A'.repeat(44) },
    amount: { currency: 'EUR', value: 1 },
    merchantReference: 'x'.repeat(400),
  };
  const notificationItems = Array.from({ length: 100 }, () => ({ NotificationRequestItem }));
  return Buffer.from(JSON.stringify({ live: 'false', notificationItems }));
}

/** A scheme, and a request that takes as long to verify under it as any of its kind. */
const dear = [
  {
    verify: { scheme: 'twilio', secrets: tenSecrets },
    headers: [form, `X-Twilio-Signature: ${'x'.repeat(28)}`],
    body: formOf(17),
  },
  {
    verify: { scheme: 'twilio', secrets: tenSecrets },
    headers: [form, `X-Twilio-Signature: ${'x'.repeat(28)}`],
    body: formOf(340),
  },
  { verify: { scheme: 'mailgun', secrets: tenSecrets }, headers: [form], body: formOf(17) },
  {
    verify: {
      scheme: 'adyen',
      secrets: tenSecrets.map((_, index) => `${'ab'.repeat(31)}0${index}`),
    },
    headers: [],
    body: notifications(),
  },
  {
    verify: {
      scheme: 'custom',
      header: 'x-signature',
      algorithm: 'sha512',
      encoding: 'hex',
      signed: `${'{url}'.repeat(40)}{body}`,
      secrets: tenSecrets,
    },
    headers: [`X-Signature: ${'0'.repeat(128)}`],
    body: Buffer.alloc(60 * 1024, 'x'),
  },
];

/** Under each scheme a guest of a network of its own. */
export const dearVerifications: Hostile = {
  name: 'requests that take milliseconds to verify under ten secrets, of five networks, pipelined',
  store: 'any',
  async attack(target) {
    const guests = dear.map(async ({ verify, headers, body }, network) => {
      const from = fromNetwork(target, network);
      const guest = await becomeGuest(from);
      await putSettings(from, guest, { verify });
      return { from, guest, headers, body };
    });
    for (const { from, guest, headers, body } of await Promise.all(guests)) {
      const request = written('POST', `/wh/${guest.token}`, headers, body);
      const several = Buffer.concat(Array.from({ length: 4 }, () => request));
      keepOn(4, () => sendAndHangUp(from, several, 200));
    }
    await pause(1000);
  },
};
