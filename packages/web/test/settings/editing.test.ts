import { handshakeNames } from '@hookwell/replies';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { headerRow } from '../../src/sending/test-request.ts';
import { draftOf, draftReply, settingsOf } from '../../src/settings/draft/draft.ts';
import {
  beginEditing,
  editFields,
  editText,
  isChanged,
  isSame,
} from '../../src/settings/draft/editing.ts';
import { examples } from '../../src/settings/draft/examples.ts';
import { faultAt, faultsOf, headerPlace } from '../../src/settings/draft/faults.ts';
import { placeInText } from '../../src/settings/draft/place-in-text.ts';
import { takenBy, withMovedReply, withReply } from '../../src/settings/draft/reply-order.ts';
import { settingsText } from '../../src/settings/draft/settings-text.ts';

const text = fc.string({ minLength: 1 }).filter((value) => value.trim() !== '');
const headerName = fc
  .stringMatching(/^[a-z][a-z-]{0,8}$/)
  .filter((name) => name !== 'content-type');
const reply = fc.record(
  {
    when: text,
    status: fc.integer({ min: 200, max: 599 }),
    plan: fc.array(text, { minLength: 1, maxLength: 4 }),
    headers: fc.dictionary(headerName, text, { minKeys: 1, maxKeys: 3 }),
    body: text,
    delay: text,
  },
  { requiredKeys: [] },
);
const handshake = fc.record({ handshake: fc.constantFrom(...handshakeNames) });
const verify = fc.record(
  {
    scheme: text,
    secrets: fc.array(fc.oneof(text, fc.record({ hint: text })), { maxLength: 3 }),
    tolerance: fc.nat(),
    webhookId: text,
    header: text,
    prefix: text,
    algorithm: fc.constantFrom('sha1' as const, 'sha256' as const, 'sha512' as const),
    encoding: fc.constantFrom('hex' as const, 'base64' as const),
    signed: text,
    timestampHeader: text,
    idHeader: text,
  },
  { requiredKeys: ['scheme'] },
);
const settings = fc.record(
  {
    replies: fc.array(fc.oneof(reply, handshake), { minLength: 1, maxLength: 4 }),
    delivery: text,
    verify,
    xHeaders: fc.constantFrom('drop' as const, 'keep' as const),
  },
  { requiredKeys: [] },
);

describe('fields and text are one state', () => {
  test('fields keep everything that the text says', () => {
    fc.assert(
      fc.property(settings, (given) => {
        const { draft } = editText(beginEditing({}), JSON.stringify(given));
        expect(settingsOf(draft)).toEqual(given);
        const again = editText(beginEditing({}), editFields(draft).text);
        expect(again.problem).toBeUndefined();
        expect(again.settings).toEqual(given);
      }),
    );
  });

  test('the media type is a field of its own, however its header is written', () => {
    const { draft } = beginEditing({
      replies: [{ headers: { location: '/', 'Content-Type': 'text/html' } }],
    });
    expect(draft.replies[0]).toMatchObject({
      mediaType: 'text/html',
      headers: [{ name: 'location', value: '/' }],
    });
    expect(settingsOf(draft).replies).toEqual([
      { headers: { 'content-type': 'text/html', location: '/' } },
    ]);
  });

  test('bytes stay Base64, and names of JavaScript are names', () => {
    const given = JSON.parse('{"replies":[{"bodyBase64":"AAE=","headers":{"__proto__":"x"}}]}');
    expect(JSON.stringify(settingsOf(draftOf(given)).replies)).toBe(
      '[{"headers":{"__proto__":"x"},"bodyBase64":"AAE="}]',
    );
  });

  test('a text that cannot be read keeps the fields, and says where it breaks', () => {
    const before = beginEditing({ delivery: 'one' });
    const broken = editText(before, '{\n  "delivery": one\n}');
    expect(broken.draft).toBe(before.draft);
    expect(broken.problem?.sentence).toMatch(/^line 2, column 15: /);
    expect(broken.problem?.offset).toBe(16);
    expect(isChanged(broken, { delivery: 'one' })).toBe(true);
    expect(editText(before, '{"replies": [{"status": "500"}]}').problem?.sentence).toMatch(
      /^replies\[0\]\.status: /,
    );
    expect(editText(before, '{"reply": []}').problem).toBeDefined();
    expect(editText(before, '[]').problem).toBeDefined();
    expect(editText(broken, '').settings).toEqual({});
  });

  test('stored settings that this page does not know are not lost in fields', () => {
    for (const unknown of [
      '{"verify":{"scheme":"github","algorithm":"md4"}}',
      '{"verify":{"scheme":"github","secrets":[{"hint":"…k3f9","from":"a vault"}]}}',
      '{"replies":[{"handshake":"somebody"}]}',
    ]) {
      expect(beginEditing(JSON.parse(unknown)).problem, unknown).toBeDefined();
    }
    const stored = JSON.parse('{"delivery":"one","hold":{"for":"a while"}}');
    const editing = beginEditing(stored);
    expect(editing.problem).toBeDefined();
    expect(editing.text).toContain('a while');
    expect(isChanged(editing, stored)).toBe(false);
    expect(isChanged(editText(editing, '{"delivery":'), stored)).toBe(true);
  });
});

describe('faults', () => {
  test('each stands at its field', () => {
    const { faults } = beginEditing({
      replies: [
        { status: 200 },
        {
          when: 'status:1',
          plan: ['500', 'sleep', '200', 'later'],
          delay: '2 weeks',
          headers: { 'Set-Cookie': 'a=b' },
          body: '{{nothing}}',
        },
      ],
      delivery: 'answer',
    });
    expect(faults.map(({ place }) => place).toSorted()).toEqual([
      'delivery',
      'replies[1].body',
      'replies[1].delay',
      'replies[1].headers["Set-Cookie"]',
      'replies[1].plan[1]',
      'replies[1].plan[3]',
      'replies[1].when',
    ]);
    expect(faultAt(faults, 'replies[1].plan[1]')).toContain('sleep');
    expect(faultAt(faults, 'replies[1].plan[0]')).toBeUndefined();
    expect(faultAt(faults, 'replies[1].plan')).toContain('sleep');
  });

  test('headers without a name, and names that stand twice, are told before they are lost', () => {
    const draft = draftOf({ replies: [{ headers: { 'content-type': 'text/html' } }] });
    const [first = draftReply()] = draft.replies;
    const rows = [
      headerRow('a', '1'),
      headerRow(),
      headerRow('A', '2'),
      headerRow('', 'alone'),
      headerRow('Content-Type', 'x/y'),
    ];
    const editing = editFields({ ...draft, replies: [{ ...first, headers: rows }] });
    const at = (index: number) => faultAt(editing.faults, `replies[0].${headerPlace(index)}`);
    expect([0, 1, 2, 3, 4].map((index) => at(index) !== undefined)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    expect(isChanged(editing, editing.settings)).toBe(true);
  });

  test('too much of all is a fault of the whole', () => {
    const many = Array.from({ length: 101 }, () => ({ status: 200 }));
    expect(faultsOf({ replies: many }).map(({ place }) => place)).toEqual(['replies']);
  });

  test('a place is found in the text', () => {
    const given = {
      replies: [{}, { plan: ['500', 'x'], headers: { 'a-b': '1', location: '2' } }],
      delivery: 'x',
    };
    const written = settingsText(given);
    const found = (place: string) => {
      const { start, end } = placeInText(written, place) ?? { start: 0, end: 0 };
      return written.slice(start, end);
    };
    expect(found('replies[1].plan[1]')).toBe('"x"');
    expect(found('replies[1].headers["a-b"]')).toBe('"1"');
    expect(found('replies[1].headers["location"]')).toBe('"2"');
    expect(found('replies[0]')).toBe('{}');
    expect(placeInText(written, 'replies[7]')).toBeUndefined();
  });
});

describe('the order of replies', () => {
  const draft = draftOf({ replies: [{ when: 'a' }, { when: '  ' }, { when: 'b' }, {}] });

  test('replies behind one that is for every request are never used', () => {
    expect(draft.replies.map((_, index) => takenBy(draft.replies, index))).toEqual([
      undefined,
      undefined,
      1,
      1,
    ]);
  });

  test('a reply with a condition is added before them', () => {
    const added = withReply(draft, draftReply({ when: 'c' }));
    expect(added.replies.map(({ when }) => when)).toEqual(['a', 'c', '  ', 'b', '']);
    expect(withReply(draft, draftReply()).replies.at(-1)?.when).toBe('');
  });

  test('replies move by one place, and not past the edges', () => {
    const key = draft.replies[0]?.key ?? 0;
    const order = (moved: typeof draft) => moved.replies.map(({ when }) => when.trim());
    expect(order(withMovedReply(draft, key, 1))).toEqual(['', 'a', 'b', '']);
    expect(withMovedReply(draft, key, -1)).toBe(draft);
  });

  test('every example is without a fault', () => {
    for (const { reply: example } of examples) expect(faultsOf({ replies: [example] })).toEqual([]);
    expect(isSame({}, {})).toBe(true);
  });
});
