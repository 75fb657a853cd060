import { findScheme, type Scheme } from '@hookwell/core/signatures';
import { type DraftVerify, draftSecret, draftVerify, verifySettings } from './draft-verify.ts';
import type { Fault } from './faults.ts';

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

/** Whether a fault is only that no secret was typed yet. */
export function isMissingSecret({ place }: Fault): boolean {
  return place === 'verify.secrets';
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
