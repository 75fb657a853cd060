import { globSync, readFileSync } from 'node:fs';
import { leastRoleOfParts, operations } from '@hookwell/core/api';
import { expect, test } from 'vitest';

test('every one that owners alone may do has a control that asks for it', () => {
  const cwd = new URL('../../src', import.meta.url);
  const asked = globSync('**/*.{ts,tsx}', { cwd }).flatMap((file) => {
    const text = readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8');
    const calls = text.matchAll(/useMayOwn\(('[^)]*)\)/g);
    return [...calls].flatMap(([, names = '']) => [...names.matchAll(/\w+/g)].flat());
  });
  const ofOperations = Object.entries(operations).map(([name, { config }]) => [
    name,
    config.leastRole,
  ]);
  const owned = [...ofOperations, ...Object.entries(leastRoleOfParts)].filter(
    ([, role]) => role === 'owner',
  );
  expect([...new Set(asked)].sort()).toEqual(owned.map(([name]) => name).sort());
});
