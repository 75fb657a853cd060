import type { DraftVerify } from '../draft/draft-verify.ts';

const body = '{"order": 17}';
const time = '1767225600';
const exampleId = 'evt_17';
const url = 'https://hooks.example.com/wh/token';
const digits = { sha1: 40, sha256: 64, sha512: 128 } as const;
const base64Characters = { sha1: 28, sha256: 44, sha512: 88 } as const;

/** The lines of an example request that concern its signature, and the text that is signed. */
export function signedExample(verify: DraftVerify): { lines: string[]; signed: string } {
  const { header, prefix, timestampHeader, idHeader } = verify;
  const lines = [
    `${header ?? ''}: ${prefix ?? ''}${signatureWords(verify)}`,
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

function signatureWords({ algorithm, encoding }: DraftVerify): string {
  const name = algorithm ?? 'sha256';
  return encoding === 'base64'
    ? `(${base64Characters[name]} characters of Base64)`
    : `(${digits[name]} hexadecimal digits)`;
}
