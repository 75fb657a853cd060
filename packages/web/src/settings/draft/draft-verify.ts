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
export interface DraftVerify extends Omit<VerifySettings, 'secrets' | 'tolerance'> {
  secrets: readonly DraftSecret[];
  /** Whether a list without secrets is written: without any list, a secret that came in a handshake stays. */
  hasEmptyList: boolean;
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
  const { scheme, secrets: drafted, hasEmptyList, tolerance, ...others } = draft;
  const secrets = drafted
    .map(({ hint, text }) => (hint === undefined ? text : { hint }))
    .filter((secret) => secret !== '');
  const filled = Object.entries(others).filter(([, value]) => value !== '');
  return {
    scheme,
    ...((secrets.length > 0 || hasEmptyList) && { secrets }),
    ...(tolerance !== '' && { tolerance: Number(tolerance) }),
    ...Object.fromEntries(filled),
  };
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
