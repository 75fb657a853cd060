import { expect, test } from 'vitest';
import type { StoredCapture } from '../../src/database/capture-log.ts';
import { renderEvents, shareRenderings } from '../../src/live/events.ts';
import { newCapture } from './new-capture.ts';

function captures(...ids: number[]): StoredCapture[] {
  return ids.map((id) => ({ ...newCapture(1), id, body: Buffer.alloc(0) }));
}

test('an event is one data line and a blank line', async () => {
  const events = await renderEvents(captures(3, 5), 'event', ({ id }) => `{"id":${id}}`);
  expect(events.after(0)?.toString()).toBe('data: {"id":3}\n\ndata: {"id":5}\n\n');
  expect(events).toMatchObject({ last: 5, complete: true });
});

test('what lies before a cursor is left out', async () => {
  const events = await renderEvents(captures(3, 5), 'event', ({ id }) => `{"id":${id}}`);
  expect(events.after(3)?.toString()).toBe('data: {"id":5}\n\n');
  expect(events.after(5)).toBeUndefined();
});

test('everybody gets the same buffer', async () => {
  const events = await renderEvents(captures(3, 5), 'event', ({ id }) => `{"id":${id}}`);
  expect(events.after(0)).toBe(events.after(2));
});

test.each(['at once', 'later'])('a text that is long enough ends, rendered %s', async (when) => {
  const json = Buffer.alloc(600_000, 'x');
  const rendered: number[] = [];
  const events = await renderEvents(captures(1, 2, 3, 4), 'event', ({ id }) => {
    rendered.push(id);
    return when === 'later' ? Promise.resolve(json) : json;
  });
  expect(events).toMatchObject({ last: 2, complete: false });
  expect(rendered).toEqual([1, 2]);
});

test('what is rendered later stands in its place', async () => {
  const events = await renderEvents(captures(1, 2, 3), 'event', ({ id }) =>
    id === 2 ? Promise.resolve('2') : String(id),
  );
  expect(events.after(0)?.toString()).toBe('data: 1\n\ndata: 2\n\ndata: 3\n\n');
});

test('a capture is rendered once a view', () => {
  const rendered: string[] = [];
  const render = shareRenderings((_, view) => {
    rendered.push(view);
    return view;
  });
  const [capture] = captures(1);
  if (capture === undefined) throw new Error('no capture');
  expect(render(capture, 'event')).toBe('event');
  expect(render(capture, 'event')).toBe('event');
  expect(render(capture, 'eventSummary')).toBe('eventSummary');
  expect(rendered).toEqual(['event', 'eventSummary']);
});
