import type { DraftVerify } from '../draft/draft-verify.ts';

const body = '{"order": 17}';
const time = '1767225600';
const exampleId = 'evt_17';
const url = 'https://hooks.example.com/wh/token';
const bytes = { md5: 16, sha1: 20, sha256: 32, sha512: 64 } as const;

/** The lines of an example request that concern its signature, and the text that is signed. */
export function signedExample(verify: DraftVerify): { lines: string[]; signed: string } {
  const { header, prefix, pairs, timestampHeader, idHeader } = verify;
  const before = pairs ? `${timePair(pairs)}${pairs.signature}=` : (prefix ?? '');
  const lines = [
    `${header ?? ''}: ${before}${signatureWords(verify)}`,
    ...(timestampHeader ? [`${timestampHeader}: ${time}`] : []),
    ...(idHeader ? [`${idHeader}: ${exampleId}`] : []),
    '',
    body,
  ];
  const values: Readonly<Record<string, string>> = {
    body,
    timestamp: time,
    id: exampleId,
    url,
    method: 'POST',
  };
  const signed = (verify.signed || '{body}').replace(
    placeholder,
    (written, name: string) => values[name] ?? written,
  );
  return { lines, signed };
}

const placeholder = /\{(\w+)\}/g;

function timePair({ timestamp, separator }: NonNullable<DraftVerify['pairs']>): string {
  return timestamp ? `${timestamp}=${time}${separator || ','}` : '';
}

function signatureWords({ algorithm, encoding }: DraftVerify): string {
  const length = bytes[algorithm ?? 'sha256'];
  if (encoding === 'base64') return `(${4 * Math.ceil(length / 3)} characters of Base64)`;
  return encoding === 'base64url'
    ? `(${Math.ceil((4 * length) / 3)} characters of Base64 for URLs)`
    : `(${2 * length} hexadecimal digits)`;
}
