import { inOneGo, Work } from '@hookwell/match';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  examinationWork,
  examine,
  examineInSteps,
  type Facts,
  handshakeNames,
  mostWork,
  quickWork,
  readSettings,
  type Settings,
} from '../src/index.ts';
import { factsWith } from './facts.ts';

const name = fc.constantFrom('a', 'b', 'content-type', 'long-name'.repeat(20));
const path = fc
  .array(fc.constantFrom('a', 'b', 'id', '0', 'n'), { minLength: 1, maxLength: 5 })
  .map((steps) => steps.map((step) => (step === '0' ? '[0]' : `.${step}`)).join(''));
const field = fc.oneof(
  fc.constantFrom('method', 'path', 'query', 'header', 'body', 'type', 'ip', 'event', 'received'),
  name.map((key) => `header.${key}`),
  name.map((key) => `query.${key}`),
  path.map((steps) => `json${steps}`),
  path.map((steps) => `json${steps}`),
);
const text = fc.constantFrom('x', 'aa', 'ab'.repeat(150), '1e5', 'İK', '" \n"');
const comparison = fc.tuple(
  fc.oneof(
    fc.constant('size'),
    path.map((steps) => `json${steps}`),
  ),
  fc.constantFrom('>', '>=', '<', '<='),
);
const condition = fc.oneof(
  text,
  field.map((one) => `has:${one}`),
  fc.constantFrom('has:json', 'has:xml', 'has:text', 'has:binary', 'attempt>2'),
  fc.tuple(field, text).map(([one, sought]) => `${one}:${sought}`),
  fc
    .tuple(field, text)
    .map(([one, exact]) => (one === 'received' ? 'received>2026-01-01' : `${one}=${exact}`)),
  comparison.map(([one, operator]) => `${one}${operator}1000`),
);
const when = fc
  .array(
    condition.chain((one) => fc.constantFrom(one, `-${one}`, `-${one}`)),
    { maxLength: 12 },
  )
  .map((terms) => terms.join(' '));
const fields = fc
  .array(field, { maxLength: 9 })
  .map((all) => all.map((one) => `{{${one}}}`).join(''));
const reply = fc.oneof(
  { weight: 4, arbitrary: fc.record({ when }) },
  {
    weight: 2,
    arbitrary: fc.record({
      when,
      plan: fc.array(fc.constantFrom('500', '200', 'reset'), { minLength: 1, maxLength: 9 }),
      headers: fc.record({ 'x-own': fields }),
      body: fields,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ handshake: fc.constantFrom(...handshakeNames) }),
  },
);
const settings: fc.Arbitrary<Settings> = fc
  .record(
    {
      replies: fc.array(reply, { maxLength: 6 }),
      delivery: fc.constantFrom('header.a', 'query.a', 'json.a.b', 'query', 'body', 'one'),
      verify: fc.constantFrom('github', 'stripe', 'shopify', 'slack').map((scheme) => ({
        scheme,
        secrets: ['a secret of the sender'],
      })),
    },
    { requiredKeys: ['replies'] },
  )
  .map(readSettings);

const hostileQuery = fc.constantFrom(
  '%C0%80',
  'a&',
  'a=%41&',
  '+',
  '&',
  '%',
  'b=1&',
  'a=Σ&',
  'a=1000&',
);
const hostileBody = fc.constantFrom(
  '"a":1,',
  '"a":{"a":{"a":{"a":"xxxx"}}},',
  '"\\u0061":"\\u0061",',
  '{"a":',
  '[0,[0,[0]]],',
  'İK',
  'a',
  '\0',
  '1,',
);
/** A part and how often it stands there: counterexamples stay short. */
const repeated = (part: fc.Arbitrary<string>, most: number) =>
  fc.record({ part, count: fc.nat(most) });
const request = fc.record({
  query: repeated(hostileQuery, 3000),
  path: repeated(hostileQuery, 50),
  header: repeated(name, 500),
  value: repeated(fc.constantFrom('x', '1', 'Σ', 'a', 'é,'), 50),
  otherValue: repeated(fc.constantFrom('x', '1', 'Σ', 'a', 'é,'), 3000),
  method: fc.constantFrom('GET', 'POST'),
  isWhole: fc.boolean(),
  hasEvent: fc.boolean(),
  body: repeated(hostileBody, 4000),
  open: fc.constantFrom('{', '[', ''),
});

type Repeated = { part: string; count: number };

function factsOf(parts: typeof request extends fc.Arbitrary<infer Parts> ? Parts : never): Facts {
  const times = ({ part, count }: Repeated) => part.repeat(count);
  const { header, value, open } = parts;
  const end = open === '{' ? '"a":{"a":1}}' : open === '[' ? '1]' : '';
  const headers = Array.from({ length: header.count }, () => [header.part, times(value)] as const);
  const facts = factsWith({
    method: parts.method,
    path: `/${times(parts.path)}`,
    query: times(parts.query),
    headers: [...headers, ['Webhook-Id', times(parts.otherValue)]],
    isWhole: parts.isWhole,
    text: open + times(parts.body) + end,
  });
  const eventOf = (start: string) => start.slice(0, 5);
  if (parts.hasEvent) facts.request.event = { mostCharacters: 65_536, eventOf };
  return facts;
}

function sizeOf({ request: asked, doorHeaders, body }: Facts) {
  const lengths = doorHeaders.reduce((sum, [key, value]) => sum + key.length + value.length + 4, 0);
  const { method, path: target, query, ipAddress } = asked;
  return {
    head: method.length + target.length + query.length + ipAddress.length + lengths,
    body: typeof body.text === 'string' ? body.text.length : 0,
  };
}

test('no examination takes more steps than were expected', () => {
  fc.assert(
    fc.property(settings, request, (read, parts) => {
      const facts = factsOf(parts);
      const work = new Work();
      const decision = inOneGo(examineInSteps(read, facts, work));
      expect(work.steps).toBeLessThanOrEqual(examinationWork(read, sizeOf(facts)));
      expect(decision).toEqual(examine(read, facts));
    }),
    { numRuns: 400 },
  );
});

test('usual settings are quick work for bodies of up to 16 KiB, many terms on a long body are not', () => {
  const usual = readSettings({
    replies: [
      { when: 'json.type=invoice.paid', body: 'thanks' },
      { when: 'json.data.object.id=in_1', plan: ['500', '429 retry-after=60', '200'] },
      { when: 'json.amount>1000', status: 202 },
    ],
  });
  const head = 2048;
  expect(examinationWork(usual, { head, body: 1024 })).toBeLessThan(quickWork / 5);
  expect(examinationWork(usual, { head, body: 16 * 1024 })).toBeLessThan(quickWork);
  expect(examinationWork(usual, { head: 32 * 1024, body: 1024 * 1024 })).toBeLessThan(mostWork);
  const many = readSettings({ replies: Array(100).fill({ when: 'word' }) });
  expect(examinationWork(many, { head, body: 64 * 1024 })).toBeGreaterThan(quickWork);
});

test('values beside one another are gone through once, those in one another each time', () => {
  const size = { head: 0, body: 1024 * 1024 };
  const workOf = (terms: readonly string[]) =>
    examinationWork(readSettings({ replies: [{ when: terms.join(' ') }] }), size);
  const numbers = Array.from({ length: 20 }, (_, index) => index);
  const beside = workOf(numbers.map((index) => `json.n${index}:x`));
  const within = workOf(numbers.map((index) => `json${'.a'.repeat(index + 1)}:x`));
  expect(within).toBeGreaterThan(3 * beside);
});

test('a long body is examined in steps', () => {
  const body = `{"a":[${'1,'.repeat(500_000)}1],"type":"b"}`;
  const read = readSettings({ replies: [{ when: 'json.type=b word' }, { when: 'json.type=b' }] });
  const work = new Work();
  const steps = examineInSteps(read, factsWith({ text: body }), work);
  let pauses = 0;
  for (;;) {
    const { done, value } = steps.next();
    if (done) {
      expect(value.schedule).toEqual([{ from: 1, answer: '200', reply: 1, step: 0 }]);
      break;
    }
    pauses += 1;
  }
  expect(pauses).toBeGreaterThan(20);
});
