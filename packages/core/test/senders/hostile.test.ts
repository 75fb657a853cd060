import fc from 'fast-check';
import { expect, describe as group, it } from 'vitest';
import {
  describe,
  descriptionNeedsBody,
  eventNeedsBody,
  eventOf,
  type ReceivedRequest,
} from '../../src/senders/describe.ts';
import { carriers, senders } from '../../src/senders/tables/marks.ts';
import { anyCharacter } from '../any-character.ts';

const all = [...senders, ...carriers];
const marks = all.flatMap(({ userAgents = [], headers = [] }) => [
  ...userAgents.map((agent) => ['User-Agent', agent] as const),
  ...headers.map((name) => [name, 'x'] as const),
]);

/** Names that the tables look at, and some that objects have by themselves. */
const names = fc.constantFrom(
  ...['event', 'type', 'action', 'payload', 'object', 'sender', 'repository', 'ref', 'alert'],
  ...['__proto__', 'constructor', 'toString', 'length', 'events', 'object_kind', 'update_id'],
);
const texts = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 120 }),
  fc.constantFrom('a', 'event', 'a\u202eb', '\ud800', 'notification_event'),
);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    texts,
    fc.oneof(fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc
      .array(fc.tuple(names, tie('tree')), { maxLength: 6 })
      .map((members) => Object.fromEntries(members)),
  ),
}));
const markup = fc
  .array(
    fc.oneof(
      texts,
      fc.constantFrom(...'<>/"\'=&%{}[],:\\'),
      fc.constantFrom('<!--', '<![CDATA[', '<Envelope>', '<Body>', 'xmlns=', '</', '<?'),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

const requests: fc.Arbitrary<ReceivedRequest> = fc.record({
  headers: fc.array(
    fc.oneof(fc.constantFrom(...marks), fc.tuple(fc.constantFrom('ce-type', 'host'), texts)),
    { maxLength: 3 },
  ),
  mediaType: fc.constantFrom(
    ...['application/json', 'application/x-www-form-urlencoded', 'text/xml', 'image/png', ''],
  ),
  query: fc.oneof(fc.constantFrom('', '?hub.mode=a&hub.verify_token=b', '?%'), texts),
  storedEvent: fc.option(texts, { nil: undefined }),
  body: fc.record({
    text: fc.oneof(
      tree.map((value) => JSON.stringify(value) ?? ''),
      tree.map((value) => `payload=${encodeURIComponent(JSON.stringify(value).toWellFormed())}`),
      markup,
      markup.map((text) => `<${text}`),
    ),
    isWhole: fc.boolean(),
  }),
});

group('any request', () => {
  it('has a printable label of known senders, or none', () => {
    const known = new Set<string | undefined>([undefined, ...all.map(({ name }) => name)]);
    fc.assert(
      fc.property(requests, (request) => {
        const { sender, event, further = 1 } = describe(request);
        expect(known.has(sender)).toBe(true);
        expect(Number.isInteger(further) && further > 0).toBe(true);
        if (event !== undefined) expect(event).toMatch(/^[^\p{C}\p{Zl}\p{Zp}]{1,100}$/u);
        expect(eventOf(request)).toBe(event);
      }),
      { numRuns: 200 },
    );
  });

  it('has the same label without its body if the plan says so', () => {
    fc.assert(
      fc.property(requests, ({ body, ...head }) => {
        const request = { ...head, body };
        if (!eventNeedsBody(head)) expect(eventOf(head)).toBe(eventOf(request));
        if (!descriptionNeedsBody(head)) expect(describe(head)).toEqual(describe(request));
      }),
      { numRuns: 200 },
    );
  });
});
