import { leastRole } from '@hookwell/contract';
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
