import { brotliCompressSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  CaptureRenderer,
  type RenderedCapture,
  type RendererOptions,
} from '../../src/requests/capture-renderer.ts';
import { json, storedCapture, text, xml } from './stored-capture.ts';

function startRenderer(maxBodyBytes = 2 ** 20, options: RendererOptions = {}): CaptureRenderer {
  const renderer = new CaptureRenderer(maxBodyBytes, options);
  onTestFinished(() => renderer.close());
  return renderer;
}

function parse(rendered: RenderedCapture) {
  return JSON.parse(typeof rendered === 'string' ? rendered : Buffer.from(rendered).toString());
}

const large = 'x'.repeat(100_000);
const gzipped = { ...text, 'content-ENCODING': 'gzip' };

describe('the capture renderer', () => {
  it('renders small captures at once', () => {
    const rendered = startRenderer().render(storedCapture('{"a":1}', json), 'full');
    expect(rendered).toBeTypeOf('string');
  });

  it.each([
    ['large', storedCapture(`{"a":"${large}"}`, json), `{"a":"${large}"}`],
    ['compressed', storedCapture(gzipSync('hello'), gzipped), 'hello'],
  ])('renders %s ones elsewhere, to the same text', async (_, capture, raw) => {
    const renderer = startRenderer();
    const rendered = renderer.render(capture, 'full');
    expect(rendered).toBeInstanceOf(Promise);
    expect(parse(await rendered).body.raw).toBe(raw);
    expect(parse(await renderer.render(capture, 'event')).SSEWebhookRequest.body).toBe(raw);
    expect(renderer.render(capture, 'summary')).toBeTypeOf('string');
  });

  it('leaves the capture as it is: its body may be part of a larger buffer', async () => {
    const page = Buffer.from(`before${large}after`);
    const capture = storedCapture(page.subarray(6, -5));
    const renderer = startRenderer();
    expect(parse(await renderer.render(capture, 'full')).body.raw).toBe(large);
    expect(page.toString()).toBe(`before${large}after`);
  });

  it('gives everybody their own', async () => {
    const renderer = startRenderer();
    const names = Array.from({ length: 50 }, (_, index) => `${index}`);
    const rendered = names.map((name) =>
      renderer.render(storedCapture(gzipSync(name), gzipped), 'full'),
    );
    const bodies = (await Promise.all(rendered)).map((one) => parse(one).body.raw);
    expect(bodies).toEqual(names);
  });

  it('keeps a bomb undecoded', async () => {
    const bomb = brotliCompressSync(Buffer.alloc(2 ** 21, 'a'));
    const capture = storedCapture(bomb, { ...text, 'Content-Encoding': 'br' });
    const rendered = await startRenderer(2 ** 20).render(capture, 'full');
    expect(parse(rendered).body.raw).toBe(bomb.toString());
  });

  it('never stalls the event loop while it renders', async () => {
    const renderer = startRenderer(2 ** 23);
    await renderer.render(storedCapture(large), 'full');
    const capture = storedCapture(`<a>${'<b>1</b>'.repeat(500_000)}</a>`, xml);
    let done = false;
    const rendering = Promise.resolve(renderer.render(capture, 'full')).finally(() => {
      done = true;
    });
    let turns = 0;
    while (!done) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    expect(turns).toBeGreaterThan(100);
    expect(parse(await rendering).body).toHaveProperty('xml');
  });

  it('shows a capture that kills its thread undecoded, and renders the others', async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    const renderer = startRenderer(2 ** 25, { heapMegabytes: 16, log });
    const deadly = storedCapture('<element>'.repeat(2_000_000), xml, { id: 13 });
    const harmless = storedCapture(large);
    const [first, second, again] = await Promise.all([
      renderer.render(deadly, 'full'),
      renderer.render(harmless, 'full'),
      renderer.render(deadly, 'event'),
    ]);
    expect(parse(first).body).toEqual({ raw: '<element>'.repeat(2_000_000).slice(0, 2 ** 20) });
    expect(parse(second).body.raw).toBe(large);
    expect(parse(again).SSEWebhookRequest.body).toMatch(/^<element><element>/);
    expect(lines.join()).toContain('"captureId":13');
    expect(parse(await renderer.render(harmless, 'full')).body.raw).toBe(large);
  });

  it('lets nobody wait for ever when it closes', async () => {
    const renderer = new CaptureRenderer(2 ** 20);
    const waiting = [1, 2, 3].map(() => renderer.render(storedCapture(large), 'full'));
    const settled = Promise.allSettled(waiting);
    await renderer.close();
    for (const { status } of await settled) expect(status).toBe('rejected');
    await expect(renderer.render(storedCapture(large), 'full')).rejects.toThrow();
  });

  it('leaves out what nobody waits for any more', async () => {
    const renderer = startRenderer(2 ** 25);
    const slow = storedCapture(gzipSync(Buffer.alloc(2 ** 24, 1)), gzipped);
    const client = new AbortController();
    const first = renderer.render(slow, 'full', client.signal);
    const others = Array.from({ length: 200 }, () => renderer.render(slow, 'full', client.signal));
    const settled = Promise.allSettled(others);
    const last = renderer.render(storedCapture(gzipSync('hello'), gzipped), 'full');
    client.abort();
    // The one that is being rendered is finished; the others would take half a minute.
    expect(parse(await first).body.raw.length).toBe(2 ** 24);
    expect(parse(await last).body.raw).toBe('hello');
    for (const { status } of await settled) expect(status).toBe('rejected');
  });

  it('refuses when too many wait, and recovers', async () => {
    const renderer = startRenderer();
    const many = Array.from({ length: 1_100 }, () =>
      renderer.render(storedCapture(gzipSync('hello'), gzipped), 'full'),
    );
    const outcomes = await Promise.allSettled(many);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(200);
    expect(parse(await renderer.render(storedCapture(large), 'full')).body.raw).toBe(large);
  });
});
