import { hiddenValue } from '../rules.ts';

/**
 * Schemes of `Authorization`: those that are registered, and others in use. A word that is none of them may be a part of the secret.
 * @see https://www.iana.org/assignments/http-authschemes
 */
const schemes = new Set(
  [
    ...['Basic', 'Bearer', 'Concealed', 'Digest', 'DPoP', 'GNAP', 'HOBA', 'Mutual', 'Negotiate'],
    ...['OAuth', 'PrivateToken', 'SCRAM-SHA-1', 'SCRAM-SHA-256', 'vapid'],
    ...['ApiKey', 'Api-Key', 'App', 'AWS', 'AWS4-HMAC-SHA256', 'Bot', 'GenieKey', 'GoogleLogin'],
    ...[
      'Hawk',
      'HMAC',
      'HMAC-SHA1',
      'HMAC-SHA256',
      'JWT',
      'Key',
      'MAC',
      'NTLM',
      'SharedAccessSignature',
    ],
    ...['SharedKey', 'SharedKeyLite', 'Signature', 'Splunk', 'SSWS', 'Token', 'WebPush', 'WSSE'],
  ].map((scheme) => scheme.toLowerCase()),
);

/** What is shown of `Authorization`: its scheme. */
export function redactedAuthorization(value: string): string {
  const [, scheme = ''] = /^\s*([\w-]{1,30})\s+\S/.exec(value) ?? [];
  return schemes.has(scheme.toLowerCase()) ? `${scheme} ${hiddenValue}` : hiddenValue;
}
