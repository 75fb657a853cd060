import { describe, expect, test } from 'vitest';
import { draftSecret, verifySettings } from '../../src/settings/draft/draft-verify.ts';
import {
  beginEditing,
  beginSetUp,
  type Editing,
  editFields,
  isChanged,
  isOnlyChosen,
  withoutTypedSecrets,
} from '../../src/settings/draft/editing.ts';
import { faultsOf } from '../../src/settings/draft/faults.ts';
import { placeOfSecret, withScheme } from '../../src/settings/draft/scheme-choice.ts';
import { withPairs } from '../../src/settings/verifying/pair-fields.tsx';
import { signedExample } from '../../src/settings/verifying/signed-example.ts';

const kept = { hint: '…k3f9' };

/** The state after a change of how signatures are verified. */
function change(
  editing: Editing,
  to: (verify: NonNullable<Editing['draft']['verify']>) => Editing['draft']['verify'],
) {
  const { verify } = editing.draft;
  return editFields({ ...editing.draft, verify: verify && to(verify) });
}

describe('setting up a scheme', () => {
  test('begins with what it needs, and is no change before something is typed', () => {
    const begun = beginSetUp(beginEditing({}), 'github');
    expect(begun.draft.verify?.secrets).toMatchObject([{ hint: undefined, text: '' }]);
    expect(begun.faults.map(({ place }) => place)).toEqual(['verify.secrets']);
    expect(isOnlyChosen(begun)).toBe(true);
    expect(isChanged(begun, {})).toBe(false);
    const typed = change(begun, (verify) => ({
      ...verify,
      secrets: [draftSecret('it is a secret')],
    }));
    expect(isChanged(typed, {})).toBe(true);
    expect(typed.faults).toEqual([]);
    expect(typed.settings).toEqual({ verify: { scheme: 'github', secrets: ['it is a secret'] } });
  });

  test('leaves settings that verify already, and unknown ones, as they are', () => {
    const stored = { verify: { scheme: 'stripe', secrets: [kept] } };
    const editing = beginEditing(stored);
    expect(beginSetUp(editing, 'github')).toBe(editing);
    expect(beginSetUp(beginEditing({}), 'nobody').faults.map(({ place }) => place)).toEqual([
      'verify.scheme',
    ]);
  });

  test('what is removed is a change, and a scheme without a need for a secret is one', () => {
    const stored = { verify: { scheme: 'github', secrets: [kept] } };
    expect(
      isChanged(
        change(beginEditing(stored), () => undefined),
        stored,
      ),
    ).toBe(true);
    const emptied = change(beginEditing(stored), (verify) => ({ ...verify, secrets: [] }));
    expect(isChanged(emptied, stored)).toBe(true);
  });

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

  test('one of a handshake is waited for, and removed by a list without any', () => {
    const waiting = beginSetUp(beginEditing({}), 'asana');
    expect(waiting.settings).toEqual({ verify: { scheme: 'asana' } });
    expect(waiting.faults).toEqual([]);
    expect(isChanged(waiting, {})).toBe(true);
    const emptied = change(
      beginEditing({ verify: { scheme: 'asana', secrets: [kept] } }),
      (verify) => ({ ...verify, secrets: [], hasEmptyList: true }),
    );
    expect(emptied.settings).toEqual({ verify: { scheme: 'asana', secrets: [] } });
  });

  test('typed ones are not shown beside the settings of others', () => {
    const mine = { verify: { scheme: 'github', secrets: [kept, 'it is a secret'] } };
    const shown = withoutTypedSecrets(mine);
    expect(JSON.stringify(shown)).not.toContain('it is');
    expect(shown.verify?.secrets).toEqual([kept, '(a new secret)']);
    expect(mine.verify.secrets[1]).toBe('it is a secret');
  });
});

test("the example of a scheme of one's own shows what is signed", () => {
  const custom = {
    ...withScheme(undefined, 'custom'),
    prefix: 'v1=',
    signed: '{timestamp}.{nothing}.{body}',
    timestampHeader: 'X-Time',
    encoding: 'base64' as const,
  };
  expect(signedExample(custom)).toEqual({
    lines: ['X-Signature: v1=(44 characters of Base64)', 'X-Time: 1767225600', '', '{"order": 17}'],
    signed: '1767225600.{nothing}.{"order": 17}',
  });
  const pairs = { ...withScheme(undefined, 'custom'), encoding: 'base64url' as const };
  expect(signedExample({ ...pairs, ...withPairs(pairs, true) })).toMatchObject({
    lines: ['X-Signature: t=1767225600,v1=(43 characters of Base64 for URLs)', '', '{"order": 17}'],
    signed: '1767225600.{"order": 17}',
  });
});

test('pairs are written with the names that are filled in, and taken back', () => {
  const custom = { ...withScheme(undefined, 'custom'), secrets: [draftSecret('one')] };
  const paired = { ...custom, ...withPairs(custom, true) };
  expect(verifySettings(paired)).toMatchObject({
    pairs: { signature: 'v1', timestamp: 't' },
    signed: '{timestamp}.{body}',
  });
  expect(faultsOf({ verify: verifySettings(paired) })).toEqual([]);
  const unnamed = { ...paired, pairs: { signature: '', timestamp: 't', separator: '' } };
  expect(verifySettings(unnamed).pairs).toEqual({ signature: '', timestamp: 't' });
  expect(faultsOf({ verify: verifySettings(unnamed) })).toMatchObject([
    { place: 'verify.pairs.signature' },
  ]);
  expect(verifySettings({ ...paired, ...withPairs(paired, false) })).toEqual(
    verifySettings(custom),
  );
});
