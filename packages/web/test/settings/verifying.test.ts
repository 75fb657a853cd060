import { describe, expect, test } from 'vitest';
import {
  draftSecret,
  placeOfSecret,
  verifySettings,
  withScheme,
} from '../../src/settings/draft/draft-verify.ts';
import { beginEditing, editFields, withoutTypedSecrets } from '../../src/settings/draft/editing.ts';
import { faultsOf } from '../../src/settings/draft/faults.ts';

const kept = { hint: '…k3f9' };

describe('setting up a scheme', () => {
  test('another scheme keeps the secrets, and drops what only the first one has', () => {
    const custom = {
      ...withScheme(undefined, 'custom'),
      secrets: [draftSecret('one'), draftSecret()],
    };
    expect(verifySettings(withScheme(custom, 'github'))).toEqual({
      scheme: 'github',
      secrets: ['one'],
    });
    expect(faultsOf({ verify: verifySettings(custom) })).toEqual([]);
  });
});

describe('secrets', () => {
  test('kept ones are sent back as their hints, empty fields are left out, and faults stand at theirs', () => {
    const secrets = [
      draftSecret(kept),
      draftSecret(),
      draftSecret('whsec_!'),
      draftSecret('whsec_?'),
    ];
    const verify = { ...withScheme(undefined, 'svix'), secrets };
    const { faults, settings } = editFields({ ...beginEditing({}).draft, verify });
    expect(settings.verify?.secrets).toEqual([kept, 'whsec_!', 'whsec_?']);
    expect(faults.map(({ place }) => place)).toEqual([
      placeOfSecret(secrets, 2),
      placeOfSecret(secrets, 3),
    ]);
    expect(JSON.stringify(faults)).not.toMatch(/whsec_[!?]/);
  });

  test('typed ones are not shown beside the settings of others', () => {
    const mine = { verify: { scheme: 'github', secrets: [kept, 'it is a secret'] } };
    const shown = withoutTypedSecrets(mine);
    expect(JSON.stringify(shown)).not.toContain('it is');
    expect(shown.verify?.secrets).toEqual([kept, '(a new secret)']);
    expect(mine.verify.secrets[1]).toBe('it is a secret');
  });
});
