import { globSync, readFileSync } from 'node:fs';
import { leastRole, leastRoleOfParts } from '@hookwell/contract';
import { expect, test } from 'vitest';

/** What the dashboard's controls do, by the question that guards them (see `session/may.ts`). */
const guarded = {
  useMayChange: [
    'createEndpoint',
    'updateEndpoint',
    'deleteEndpoint',
    'regenerateEndpoints',
    'putSettings',
    'deleteSettings',
    'putContract',
    'deleteContract',
    'deleteRequest',
    'clearEndpointRequests',
    'clearRequests',
    'listApiKeys',
    'createApiKey',
    'deleteApiKey',
    'createShare',
    'previewShare',
    'deleteShare',
  ],
} as const;

/** The dashboard has no control for these. */
const elsewhere = ['answerRequest'];

test('members may do what the table says, and viewers not', () => {
  const changes = Object.entries(leastRole).filter(([, role]) => role === 'member');
  expect(changes.map(([name]) => name).sort()).toEqual(
    [...guarded.useMayChange, ...elsewhere].sort(),
  );
});

test('every one that owners alone may do has a control that asks for it', () => {
  const cwd = new URL('../../src', import.meta.url);
  const asked = globSync('**/*.{ts,tsx}', { cwd }).flatMap((file) => {
    const text = readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8');
    const calls = text.matchAll(/useMayOwn\(('[^)]*)\)/g);
    return [...calls].flatMap(([, names = '']) => [...names.matchAll(/\w+/g)].flat());
  });
  const owned = Object.entries({ ...leastRole, ...leastRoleOfParts }).filter(
    ([, role]) => role === 'owner',
  );
  expect([...new Set(asked)].sort()).toEqual(owned.map(([name]) => name).sort());
});
