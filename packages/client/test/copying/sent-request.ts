import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { CopiedRequest } from '../../src/copying/copied-request.ts';

/** One request as a server on loopback has read it. */
export interface SentRequest {
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: Buffer;
}

/** A server that keeps its requests until the test is over. */
export async function receivingServer(): Promise<{ origin: string; sent: SentRequest[] }> {
  const sent: SentRequest[] = [];
  const server = createServer({ maxHeaderSize: 65_536 }, async (request, response) => {
    const { rawHeaders } = request;
    const headers: SentRequest['headers'] = [];
    for (let index = 0; index < rawHeaders.length; index += 2) {
      headers.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
    }
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const { method = '', url = '' } = request;
    sent.push({ method, target: url, headers, body: Buffer.concat(pieces) });
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  // It listens on a port, so its address is no string.
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, sent };
}

export function copied(origin: string, changes: Partial<CopiedRequest> = {}): CopiedRequest {
  return {
    method: 'POST',
    url: `${origin}/wh/k3v9x0q2m7c5t1b8z4w6n0d2fa`,
    headers: [['Content-Type', 'application/json']],
    body: new Uint8Array(),
    ...changes,
  };
}

/** Headers without those that every program sets for its own connection. */
export function portable(
  headers: readonly (readonly [string, string])[],
): (readonly [string, string])[] {
  const own = /^(host|content-length|transfer-encoding|connection)$/i;
  return headers.filter(([name]) => !own.test(name));
}

export const nastyBodies: Record<string, Uint8Array> = {
  empty: new Uint8Array(),
  quotes: text(`it's "quoted" \\ \`back\` $HOME $(id) 'twice'`),
  apostrophesAndBangs: text(`'!!'\t!x '\u0007'!`),
  newlines: text('a\nb\n\n'),
  carriageReturns: text('a\r\nb\r'),
  nul: text('a\0b'),
  emoji: text('👩🏽‍💻 grüße, ñ, 中文'),
  invalidUtf8: Uint8Array.of(0xff, 0xfe, 0x41, 0xc3, 0x28, 0x0a),
  fileName: text('@/etc/hostname'),
  percent: text('100%s %d %% %0'),
  bang: text('wow!! !1 !x'),
  backslashes: text('\\n \\x41 \\\\ \\u0041'),
  hidden: text('\u{e0041}a\u202eb\u200bc\ufeffd\u0085e\u2028f\xad'),
  hexAfterEscape: text('\u0007a\u001ff\u009b0'),
  mark: Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d),
  dash: text('-d @x --next'),
  heredocEnd: Uint8Array.from([...text('\nBODY\n'), 0, ...text('\nBODY\n')]),
  largeText: text(`{"text":"${"it's 🙂\n".repeat(25_000)}"}`),
  largeBinary: Uint8Array.from({ length: 200_000 }, (_, index) => (index * 7919) & 255),
  everyByte: Uint8Array.from({ length: 256 }, (_, index) => index),
};

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}
