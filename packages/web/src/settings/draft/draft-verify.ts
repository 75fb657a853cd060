import type { EndpointSettings } from '@hookwell/client';
import { nextKey } from './draft-key.ts';

export type VerifySettings = NonNullable<EndpointSettings['verify']>;

/** A secret that the user edits. */
export interface DraftSecret {
  /** Tells secrets apart while they are edited. */
  key: number;
  /** The last characters of one that the service has, which cannot be read; `undefined`: one is typed. */
  hint: string | undefined;
  text: string;
}

/** The verifying of signatures that the user edits: every part is a text, finished or not. */
export interface DraftVerify {
  scheme: string;
  secrets: readonly DraftSecret[];
  /** Whether a list without secrets is written: without any list, a secret that came in a handshake stays. */
  hasEmptyList: boolean;
  /** In seconds; empty: that of the scheme. */
  tolerance: string;
  webhookId: string;
  header: string;
  prefix: string;
  algorithm: NonNullable<VerifySettings['algorithm']> | '';
  encoding: NonNullable<VerifySettings['encoding']> | '';
  signed: string;
  timestampHeader: string;
  idHeader: string;
}

export function draftSecret(secret: string | { hint: string } = ''): DraftSecret {
  const isTyped = typeof secret === 'string';
  return {
    key: nextKey(),
    hint: isTyped ? undefined : secret.hint,
    text: isTyped ? secret : '',
  };
}

export function draftVerify(verify: VerifySettings): DraftVerify {
  return {
    scheme: verify.scheme,
    secrets: (verify.secrets ?? []).map(draftSecret),
    hasEmptyList: verify.secrets?.length === 0,
    tolerance: verify.tolerance === undefined ? '' : String(verify.tolerance),
    webhookId: verify.webhookId ?? '',
    header: verify.header ?? '',
    prefix: verify.prefix ?? '',
    algorithm: verify.algorithm ?? '',
    encoding: verify.encoding ?? '',
    signed: verify.signed ?? '',
    timestampHeader: verify.timestampHeader ?? '',
    idHeader: verify.idHeader ?? '',
  };
}

/** As they are sent. Empty fields are left out. */
export function verifySettings(draft: DraftVerify): VerifySettings {
  const { scheme, tolerance, webhookId, header, prefix, algorithm, encoding } = draft;
  const { signed, timestampHeader, idHeader } = draft;
  const secrets = draft.secrets
    .map(({ hint, text }) => (hint === undefined ? text : { hint }))
    .filter((secret) => secret !== '');
  return {
    scheme,
    ...((secrets.length > 0 || draft.hasEmptyList) && { secrets }),
    ...(tolerance !== '' && { tolerance: Number(tolerance) }),
    ...(webhookId !== '' && { webhookId }),
    ...(header !== '' && { header }),
    ...(prefix !== '' && { prefix }),
    ...(algorithm !== '' && { algorithm }),
    ...(encoding !== '' && { encoding }),
    ...(signed !== '' && { signed }),
    ...(timestampHeader !== '' && { timestampHeader }),
    ...(idHeader !== '' && { idHeader }),
  };
}
