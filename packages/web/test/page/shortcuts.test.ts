import { expect, test } from 'vitest';
import { groupedShortcuts, keysOf, type Shortcut } from '../../src/page/shortcuts.ts';

const plainKey = { ctrlKey: false, metaKey: false, altKey: false };

test('a key is written as the character it types, a chord with Ctrl, on a Mac too', () => {
  expect(keysOf({ ...plainKey, key: 'j' })).toBe('j');
  expect(keysOf({ ...plainKey, key: '?' })).toBe('?');
  expect(keysOf({ ...plainKey, key: 'k', ctrlKey: true })).toBe('Ctrl+K');
  expect(keysOf({ ...plainKey, key: 'k', metaKey: true })).toBe('Ctrl+K');
});

test('a key with Alt is the browser’s or types another character: never a shortcut', () => {
  expect(keysOf({ ...plainKey, key: 'j', altKey: true })).toBeUndefined();
});

test('shortcuts are listed by group; of two with one key, only the later is listed, since it is the one that acts', () => {
  const shortcut = (keys: string, label: string, group: string): Shortcut => ({
    keys,
    label,
    group,
    run: () => {},
  });
  const groups = groupedShortcuts([
    shortcut('u', 'Copy the URL', 'Endpoint'),
    shortcut('j', 'Next', 'List'),
    shortcut('r', 'Rename', 'Endpoint'),
    shortcut('j', 'Next match', 'List'),
  ]);
  const listed = groups.map(({ group, members }) => [group, members.map(({ label }) => label)]);
  expect(listed).toEqual([
    ['Endpoint', ['Copy the URL', 'Rename']],
    ['List', ['Next match']],
  ]);
});
