import {
  type RedactedRequest,
  type RedactionRules,
  type RequestToShare,
  redactRequest,
} from '../../src/redact/index.ts';

const secretsRules: RedactionRules = {
  redact: 'secrets',
  fields: [],
  signatureHeaders: ['stripe-signature'],
  hidden: [],
};

const empty: RequestToShare = {
  method: 'POST',
  path: '',
  query: '',
  headers: [],
  body: new Uint8Array(),
  bodySize: 0,
  receivedAt: '2026-11-26T12:00:00.000Z',
};

/** What is shown of a request that has these parts. */
export function shared(
  parts: Partial<RequestToShare>,
  rules: Partial<RedactionRules> = {},
): RedactedRequest {
  return redactRequest({ ...empty, ...parts }, { ...secretsRules, ...rules });
}

export function withBody(type: string, body: string | Uint8Array): Partial<RequestToShare> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : Uint8Array.from(body);
  return { headers: [['Content-Type', type]], body: bytes, bodySize: bytes.length };
}

/** What is shown of a JSON body. */
export function sharedJson(text: string, rules: Partial<RedactionRules> = {}): string | undefined {
  return shared(withBody('application/json', text), rules).body.text;
}
