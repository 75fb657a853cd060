import { expect, test } from 'vitest';
import type { StoredCapture } from '../../src/capture-log/captures.ts';
import { renderEvents, shareRenderings } from '../../src/live/events.ts';
import { newCapture } from './new-capture.ts';

function captures(...ids: number[]): StoredCapture[] {
  return ids.map((id) => ({ ...newCapture(1), id, body: Buffer.alloc(0) }));
}

test('an event is one data line and a blank line', async () => {
  const events = await renderEvents(captures(3, 5), ({ id }) => `{"id":${id}}`);
  expect(events.after(0)?.toString()).toBe('data: {"id":3}\n\ndata: {"id":5}\n\n');
  expect(events).toMatchObject({ last: 5, next: undefined });
});

test('captures before a cursor are left out', async () => {
  const events = await renderEvents(captures(3, 5), ({ id }) => `{"id":${id}}`);
  expect(events.after(3)?.toString()).toBe('data: {"id":5}\n\n');
  expect(events.after(5)).toBeUndefined();
});

test('everybody gets the same buffer', async () => {
  const events = await renderEvents(captures(3, 5), ({ id }) => `{"id":${id}}`);
  expect(events.after(0)).toBe(events.after(2));
});

test('a text that is long enough ends', async () => {
  const json = 'x'.repeat(600_000);
  const rendered: number[] = [];
  const events = await renderEvents(captures(1, 2, 3, 4), ({ id }) => {
    rendered.push(id);
    return json;
  });
  expect(events).toMatchObject({ last: 2, next: { id: 3 }, isNextLarge: false });
  expect(rendered).toEqual([1, 2]);
});

test('a text ends before a large capture, and nothing behind that is rendered', async () => {
  const rendered: number[] = [];
  const render = ({ id }: StoredCapture) => {
    rendered.push(id);
    return id === 3 ? undefined : `${id}`;
  };
  const events = await renderEvents(captures(1, 2, 3, 4), render);
  expect(events).toMatchObject({ last: 2, next: { id: 3 }, isNextLarge: true });
  expect(events.after(0)?.toString()).toBe('data: 1\n\ndata: 2\n\n');
  expect(rendered).toEqual([1, 2, 3]);
  expect(await renderEvents(captures(3, 4), render)).toMatchObject({
    last: 0,
    next: { id: 3 },
    isNextLarge: true,
  });
});

test('with little room the text is short, and longer captures count as large', async () => {
  const render = ({ id }: StoredCapture) => (id === 3 ? 'long'.repeat(10) : `${id}`);
  const short = await renderEvents(captures(1, 2, 3, 4), render, 10);
  expect(short).toMatchObject({ last: 2, next: { id: 3 }, isNextLarge: false });
  const none = await renderEvents(captures(3, 4), render, 10);
  expect(none).toMatchObject({ last: 0, next: { id: 3 }, isNextLarge: true });
  expect(none.after(0)).toBeUndefined();
});

test('a capture is rendered once a view', () => {
  const rendered: string[] = [];
  const render = shareRenderings((_, view) => {
    rendered.push(view);
    return view;
  });
  const [capture] = captures(1);
  if (capture === undefined) throw new Error('no capture');
  expect(render(capture, 'event', 1)).toBe('event');
  expect(render(capture, 'event', 1)).toBe('event');
  expect(render(capture, 'eventSummary', 1)).toBe('eventSummary');
  expect(rendered).toEqual(['event', 'eventSummary']);
});
