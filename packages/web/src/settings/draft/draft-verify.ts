import type { EndpointSettings } from '@hookwell/client';
import { findScheme, type Scheme } from '@hookwell/core/signatures';
import { nextKey } from '../../sending/test-request.ts';

type VerifySettings = NonNullable<EndpointSettings['verify']>;

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

/** The fields that a scheme begins with, where it says too little by itself. */
const beginnings: Readonly<Record<string, Partial<DraftVerify>>> = {
  custom: {
    header: 'X-Signature',
    algorithm: 'sha256',
    encoding: 'hex',
    signed: '{body}',
  },
  token: { header: 'X-Webhook-Token' },
};

/** Verifying by another scheme, or by a first one. The secrets stay, since people often only correct the scheme. */
export function withScheme(before: DraftVerify | undefined, scheme: string): DraftVerify {
  const secrets = before?.secrets.filter((secret) => !isEmpty(secret)) ?? [];
  const needsField = secrets.length === 0 && findScheme(scheme)?.secret.byHandshake !== true;
  return {
    ...draftVerify({ scheme }),
    ...beginnings[scheme],
    secrets: needsField ? [draftSecret()] : secrets,
  };
}

export function isEmpty({ hint, text }: DraftVerify['secrets'][number]): boolean {
  return hint === undefined && text === '';
}

/** Whether nothing was filled in since the scheme was chosen. */
export function isUntouched(verify: DraftVerify): boolean {
  const written = verifySettings(verify);
  return (
    JSON.stringify(written) === JSON.stringify(verifySettings(withScheme(undefined, verify.scheme)))
  );
}

/** The place of a secret in the settings, in which empty fields are left out. */
export function placeOfSecret(secrets: DraftVerify['secrets'], index: number): string {
  const before = secrets.slice(0, index).filter((secret) => !isEmpty(secret));
  return `verify.secrets[${before.length}]`;
}

/** Whether the scheme judges the time of a signature. */
export function judgesTime(scheme: Scheme | undefined, verify: DraftVerify): boolean {
  const hasTime = !!verify.timestampHeader || !!verify.pairs?.timestamp;
  return scheme?.tolerance !== undefined || hasTime || !!verify.tolerance;
}
