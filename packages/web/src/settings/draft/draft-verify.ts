import type { EndpointSettings } from '@hookwell/client';
import { nextKey } from '../../sending/test-request.ts';

export type VerifySettings = NonNullable<EndpointSettings['verify']>;

/** A secret that the user edits. */
export interface DraftSecret {
  /** Tells secrets apart while they are edited. */
  key: number;
  /** The last characters of one that the service has, which cannot be read; `undefined`: one is typed. */
  hint: string | undefined;
  text: string;
}

/** The verifying of signatures that the user edits: every part makes sense or not yet. */
export interface DraftVerify extends Omit<VerifySettings, 'secrets' | 'tolerance' | 'pairs'> {
  secrets: readonly DraftSecret[];
  /** Whether a list without secrets is written: without any list, a secret that came in a handshake stays. */
  hasEmptyList: boolean;
  /** `custom`: the names in a header of pairs; `undefined`: it has the signature alone. */
  pairs?: VerifySettings['pairs'] | undefined;
  /** In seconds; empty: that of the scheme. */
  tolerance: string;
}

export function draftSecret(secret: string | { hint: string } = ''): DraftSecret {
  return typeof secret === 'string'
    ? { key: nextKey(), hint: undefined, text: secret }
    : { key: nextKey(), hint: secret.hint, text: '' };
}

export function draftVerify({ secrets, tolerance, ...others }: VerifySettings): DraftVerify {
  return {
    ...others,
    secrets: (secrets ?? []).map(draftSecret),
    hasEmptyList: secrets?.length === 0,
    tolerance: String(tolerance ?? ''),
  };
}

/** As they are sent. Empty fields are left out. */
export function verifySettings(draft: DraftVerify): VerifySettings {
  const { scheme, secrets: drafted, hasEmptyList, tolerance, pairs, ...others } = draft;
  const secrets = drafted
    .map(({ hint, text }) => (hint === undefined ? text : { hint }))
    .filter((secret) => secret !== '');
  return {
    scheme,
    ...((secrets.length > 0 || hasEmptyList) && { secrets }),
    ...(tolerance !== '' && { tolerance: Number(tolerance) }),
    ...filled(others),
    ...(pairs && { pairs: { signature: pairs.signature, ...filled(pairs) } }),
  };
}

function filled<Members extends object>(members: Members): Partial<Members> {
  const entries = Object.entries(members).filter(([, value]) => value !== '');
  // They are some of its own members.
  return Object.fromEntries(entries) as Partial<Members>;
}

export type VerifyText =
  | 'webhookId'
  | 'header'
  | 'prefix'
  | 'signed'
  | 'timestampHeader'
  | 'idHeader';

/** The text that a field shows, and the way to change it. */
export function textField(
  name: VerifyText,
  verify: DraftVerify,
  change: (changes: Partial<DraftVerify>) => void,
) {
  return { value: verify[name] ?? '', onChange: (text: string) => change({ [name]: text }) };
}
