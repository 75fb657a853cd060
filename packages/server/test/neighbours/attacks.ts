import { gzipSync } from 'node:zlib';
import { call, HostileGuest } from './guest.ts';

const largestBodyBytes = 25 * 1024 * 1024;
const gzip = { 'content-encoding': 'gzip' };

/** Repeats an action in so many loops side by side for as long as the process lives; failures do not end it. */
function keepOn(sideBySide: number, once: () => Promise<unknown>): void {
  const loop = async (): Promise<void> => {
    for (;;) {
      // A refusal or a cut connection is what an attack expects.
      await once().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  for (let count = 0; count < sideBySide; count += 1) void loop();
}

function becomeGuests(url: string, count: number, settings?: unknown): Promise<HostileGuest[]> {
  return Promise.all(Array.from({ length: count }, () => HostileGuest.make(url, settings)));
}

async function sendUnfinishedBodies(url: string): Promise<void> {
  for (const guest of await becomeGuests(url, 12)) {
    keepOn(3, () => guest.sendAllButTheLast(largestBodyBytes));
    keepOn(20, () => guest.sendAllButTheLast(64 * 1024));
  }
}

/** A match that looks for each of its terms in every part of every request, and finds nothing. */
function longMatch(number: number): string {
  const terms = Array.from({ length: 63 }, (_, index) => `-aab${number}x${index}`);
  return encodeURIComponent([...terms, `aaaab${number}`].join(' '));
}

async function searchWithoutEnd(url: string): Promise<void> {
  const text = Buffer.alloc(largestBodyBytes, 'aaaaaaa');
  const compressed = gzipSync(text);
  let asked = 0;
  for (const guest of await becomeGuests(url, 2)) {
    await guest.plant(text);
    await guest.plant(compressed, gzip);
    keepOn(16, () => guest.read(`/api/requests?view=summary&match=${longMatch(++asked)}`));
    keepOn(20, () => guest.read(`/api/sse?match=${longMatch(++asked)}`));
    // Each of these makes every stream search.
    keepOn(4, () => guest.send(text.subarray(0, 1024)));
  }
}

async function stallStreams(url: string): Promise<void> {
  const text = Buffer.alloc(largestBodyBytes, 1);
  for (const [index, guest] of (await becomeGuests(url, 3)).entries()) {
    if (index === 0) await guest.plant(text);
    else await guest.plant(gzipSync(text), gzip);
    keepOn(30, () => guest.stall('/api/sse'));
  }
}

/** JSON whose every form has to be looked at, for as long as the service looks for the cause of a wrong signature. */
const longJson = JSON.stringify(
  Array.from({ length: 30_000 }, (_, index) => `ä/${index} "quoted"`),
);

async function tryKeysAndPasswords(url: string): Promise<void> {
  const secrets = Array.from({ length: 10 }, (_, index) => `a-wrong-secret-${index}`);
  const wrong = { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` };
  const bomb = gzipSync(Buffer.alloc(largestBodyBytes));
  for (const guest of await becomeGuests(url, 2, { verify: { scheme: 'github', secrets } })) {
    keepOn(8, () => guest.send(longJson, wrong));
    keepOn(8, () => guest.send(bomb, { ...wrong, ...gzip }));
    keepOn(8, () => guest.send('{}', wrong));
  }
  const attempt = JSON.stringify({ email: 'nobody@example.com', password: 'a wrong password' });
  const json = { 'content-type': 'application/json' };
  keepOn(16, () => call(`${url}/api/auth/login`, 'POST', json, attempt));
}

/** Ways to make a service slow, large or stuck, with nothing but what any guest can get. */
export const attacks = {
  'bodies without their last byte, of twelve guests': sendUnfinishedBodies,
  'searches for 64 terms in large and compressed captures': searchWithoutEnd,
  'live streams of large captures that are not read': stallStreams,
  'wrong signatures of large bodies, and wrong passwords': tryKeysAndPasswords,
};

export type AttackName = keyof typeof attacks;
