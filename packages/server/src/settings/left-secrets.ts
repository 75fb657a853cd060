import type { SecretHint } from '@hookwell/replies';
import type { NewSettings } from './read-document.ts';

/**
 * Settings that say nothing about secrets, with the hints of those that the endpoint has for the same scheme: a sender gives
 * its secret once, so the same file that is applied again must not remove it.
 */
export function withLeftSecrets(read: NewSettings, before: string | undefined): NewSettings {
  const { verify } = read.settings;
  if (!read.leavesSecrets || verify === undefined || before === undefined) return read;
  const kept: { verify?: { scheme: string; secrets?: SecretHint[] } } = JSON.parse(before);
  const secrets = kept.verify?.secrets;
  if (secrets === undefined || kept.verify?.scheme !== verify.scheme) return read;
  const document = JSON.parse(read.document);
  return {
    ...read,
    settings: { ...read.settings, verify: { ...verify, secrets } },
    document: JSON.stringify({ ...document, verify: { ...document.verify, secrets } }),
  };
}
