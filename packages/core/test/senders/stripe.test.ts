import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describe } from '../../src/senders/describe.ts';

/** The declarations of all of Stripe's events, in its own package. */
const declarations = readFileSync(
  new URL('resources/Events.d.ts', import.meta.resolve('stripe')),
  'utf8',
);
const types = [...declarations.matchAll(/^\s+type: '([a-z0-9_.]+)';$/gm)].map(([, type]) => type);

it("Stripe's events have the names of its package", () => {
  expect(types.length).toBeGreaterThan(200);
  for (const type of types) {
    const event = { id: 'evt_1', object: 'event', api_version: '2026-01-28', livemode: true, type };
    const text = JSON.stringify({ ...event, data: { object: { object: 'x', type: 'card' } } });
    const request = { headers: [], mediaType: 'application/json', body: { text, isWhole: true } };
    expect(describe(request)).toEqual({ sender: 'Stripe', event: type });
  }
});
