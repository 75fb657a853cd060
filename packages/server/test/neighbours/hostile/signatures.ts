import { gzipSync } from 'node:zlib';
import { becomeGuest, type Hostile, keepOn, pause, putSettings, send } from '../hostile.ts';

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
    for (let guests = 0; guests < 2; guests += 1) {
      const guest = await becomeGuest(target);
      await putSettings(target, guest, github);
      keepOn(8, () => send(target, guest, json, hmac));
      keepOn(8, () => send(target, guest, bomb, { ...hmac, 'content-encoding': 'gzip' }));
      keepOn(8, () => send(target, guest, '{}', hmac));
      keepOn(1, () => send(target, guest, large, hmac));
    }
    const guest = await becomeGuest(target);
    // Any 32 bytes below the prime are tried as a key; this one is the base point.
    const secrets = [`58${'66'.repeat(31)}`];
    await putSettings(target, guest, { verify: { scheme: 'discord', secrets } });
    const ed25519 = {
      'x-signature-ed25519': '0'.repeat(128),
      'x-signature-timestamp': String(Math.floor(Date.now() / 1000)),
    };
    keepOn(2, () => send(target, guest, large, ed25519));
    await pause(1000);
  },
};
