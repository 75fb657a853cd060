import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { StoredCapture } from '../../src/capture-log/captures.ts';
import type { PieceView } from '../../src/rendering/capture-document.ts';
import { CaptureRenderer, type RenderedDocument } from '../../src/rendering/capture-renderer.ts';
import { NotAnswered } from '../../src/threads/messages.ts';
import { json, storedCapture, text, xml } from './stored-capture.ts';

const mebibyte = 1024 * 1024;
const log = { error() {} };

function startRenderer(maxBodyBytes = 25 * mebibyte): CaptureRenderer {
  const renderer = new CaptureRenderer(maxBodyBytes, log);
  onTestFinished(() => renderer.close());
  return renderer;
}

async function open(
  renderer: CaptureRenderer,
  capture: StoredCapture,
  { account = 1, signal = new AbortController().signal } = {},
): Promise<RenderedDocument> {
  const document = await renderer.open(account, capture, signal);
  if (document === 'needsMore') throw new Error('There is room for any');
  return document;
}

async function wholeText(document: RenderedDocument, view: PieceView = 'full'): Promise<string> {
  const pieces: Uint8Array[] = [];
  for (let at: number | undefined = 0; at !== undefined; ) {
    const { bytes, next } = await document.piece(view, at);
    pieces.push(bytes);
    at = next;
  }
  return Buffer.concat(pieces).toString();
}

async function bodyOf(renderer: CaptureRenderer, capture: StoredCapture, account = 1) {
  const document = await open(renderer, capture, { account });
  const { body } = JSON.parse(await wholeText(document));
  document.close();
  return body;
}

const large = 'x'.repeat(100_000);

/** As many nested arrays, in a thousandth of their bytes. */
function nestedArrays(depth = 1_000_000): StoredCapture {
  const sent = Buffer.from(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`);
  return storedCapture(gzipSync(sent), { ...json, 'Content-Encoding': 'gzip' });
}

describe('the capture renderer', () => {
  it('never stalls the event loop while it renders', async () => {
    const renderer = startRenderer();
    await bodyOf(renderer, storedCapture(large));
    let done = false;
    const capture = storedCapture(`<a>${'<b>1</b>'.repeat(150_000)}</a>`, xml);
    const opened = await open(renderer, capture);
    const rendering = opened.piece('full', 0).finally(() => {
      done = true;
    });
    let turns = 0;
    while (!done) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    expect(turns).toBeGreaterThan(100);
    expect(Buffer.from((await rendering).bytes).toString()).toContain('"xml":"');
  });

  it('abandons at once a rendering without readers, also midway', async () => {
    const renderer = startRenderer();
    const client = new AbortController();
    const opening = open(renderer, nestedArrays(), client);
    setImmediate(() => client.abort());
    await expect(opening).rejects.toThrow(NotAnswered);
    const document = await open(renderer, nestedArrays());
    const piece = document.piece('full', 0);
    document.close();
    await expect(piece).rejects.toThrow(NotAnswered);
    await expect(open(renderer, nestedArrays(), client)).rejects.toThrow();
    expect((await bodyOf(renderer, storedCapture(large))).raw).toBe(large);
  });

  it.each([
    ['nested arrays', nestedArrays(1_000_000), 'json'],
    ['nested elements', hostileXml(`${'<a>'.repeat(300_000)}${'</a>'.repeat(300_000)}`), 'raw'],
    ['attributes', hostileXml(`<r>${`<a ${attributes(5000)}/>`.repeat(40)}</r>`), 'xml'],
    ['references', hostileXml(`<!DOCTYPE r><r>${'&a;'.repeat(600_000)}</r>`), 'xml'],
    ['bytes of six characters each', storedCapture(Buffer.alloc(25 * mebibyte, 1), text), 'raw'],
    ['bytes that are no text', storedCapture(Buffer.alloc(25 * mebibyte, 0xff), text), 'raw'],
  ])('shows what is hostile whole, within its small heap: %s', async (_, capture, field) => {
    const document = await open(startRenderer(), capture);
    const { bytes, next } = await document.piece('full', 0);
    expect(Buffer.from(bytes).toString()).toContain(`"${field}":`);
    expect(next).toBeDefined();
  });
});

function hostileXml(document: string): StoredCapture {
  return storedCapture(gzipSync(document), { ...xml, 'Content-Encoding': 'gzip' });
}

function attributes(count: number): string {
  return Array.from({ length: count }, (_, index) => `a${index}=""`).join(' ');
}
