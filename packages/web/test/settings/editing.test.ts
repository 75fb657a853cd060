import { describe, expect, test } from 'vitest';
import { headerRow } from '../../src/sending/test-request.ts';
import {
  draftOf,
  draftReply,
  examples,
  settingsOf,
  takenBy,
} from '../../src/settings/draft/draft.ts';
import {
  beginEditing,
  editFields,
  editText,
  isChanged,
  isSame,
} from '../../src/settings/draft/editing.ts';
import { faultAt, faultsOf, headerPlace } from '../../src/settings/draft/faults.ts';

describe('fields and text are one state', () => {
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

  test('every example is without a fault', () => {
    for (const { reply: example } of examples) expect(faultsOf({ replies: [example] })).toEqual([]);
    expect(isSame({}, {})).toBe(true);
  });
});
