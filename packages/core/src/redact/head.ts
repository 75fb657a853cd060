import { textOfBytes } from '../http/target-text.ts';
import { foldedName, type Redaction } from './redaction.ts';
import { hiddenValue } from './rules.ts';

/** Headers that tell of credentials, of the service and its guests, or of the sender's address. */
const hiddenHeaders = new Set(
  [
    ...['Host', 'Referer', 'Forwarded', 'CF-Connecting-IP', 'True-Client-IP', 'DPoP'],
    ...['CF-Pseudo-IPv4', 'X-Azure-SocketIP', 'X-Envoy-External-Address', 'X-Forwarded'],
    ...['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Path', 'X-Forwarded-Prefix'],
    ...['X-Forwarded-Server', 'X-Forwarded-Uri', 'X-Original-Forwarded-For', 'X-Original-Host'],
    ...['X-Original-URI', 'X-Original-URL', 'X-Rewrite-URL'],
    // From the hash of a body a short value in it that is hidden can be found by trying.
    ...['Digest', 'Content-Digest', 'Repr-Digest', 'Content-MD5', 'X-Amz-Content-SHA256'],
  ].map(foldedName),
);

/** Many proxies have a header of their own for the address of the sender, such as `CloudFront-Viewer-Address` and `DO-Connecting-IP`. */
const addressOfSender =
  /(?:client|connecting|real|remote|user|viewer)(?:ip(?:v[46])?|addr(?:ess)?)$/;

/** Schemes of `Authorization` in use. A word that is none of them may be a part of the secret. */
const scheme =
  /^\s*((?:basic|bearer|digest|dpop|negotiate|oauth|vapid|api-?key|aws4-hmac-sha256|hawk|hmac(?:-sha1|-sha256)?|jwt|signature|sharedaccesssignature|token)(?=\s+\S))?/i;

/** What is shown of the headers of a request, in their order. */
export function redactedHeaders(
  headers: readonly (readonly [name: string, value: string])[],
  redaction: Redaction,
  signatureHeaders: readonly string[],
): [name: string, value: string][] {
  const signing = new Set(signatureHeaders.map(foldedName));
  return headers.map(([name, value]) => {
    const folded = foldedName(name);
    const isHidden =
      redaction.hidesValues ||
      hiddenHeaders.has(folded) ||
      signing.has(folded) ||
      addressOfSender.test(folded);
    return [
      redaction.name(name),
      isHidden ? hiddenValue : shownValue(name, textOfBytes(value), redaction),
    ];
  });
}

function shownValue(name: string, value: string, redaction: Redaction): string {
  switch (name.toLowerCase()) {
    case 'authorization':
    case 'proxy-authorization': {
      const known = scheme.exec(value)?.[1];
      return known === undefined ? hiddenValue : `${known} ${hiddenValue}`;
    }
    case 'cookie':
    case 'cookie2':
    case 'set-cookie':
    case 'set-cookie2':
      return redactedCookies(value, redaction);
    default:
      return redaction.isSecret(name) ? hiddenValue : redaction.value(value);
  }
}

/** A piece of a cookie header up to its `;`. A quoted value may have one in it. */
const cookie = /\s*([^=;]*)(?:=(\s*"[^"]*(?:"[^;]*|$)|[^;]*))?(?:;|$)/y;

/** What is shown of `Cookie` and `Set-Cookie`: the names, and attributes that have no value (RFC 6265, section 4.1). */
function redactedCookies(value: string, redaction: Redaction): string {
  const pieces: string[] = [];
  cookie.lastIndex = 0;
  while (cookie.lastIndex < value.length) {
    const [whole = '', name = '', text] = cookie.exec(value) ?? [];
    if (whole === '') break;
    const trimmed = name.trim();
    if (text !== undefined) pieces.push(`${redaction.name(trimmed)}=${hiddenValue}`);
    else if (trimmed !== '')
      pieces.push(/^(?:secure|httponly|partitioned)$/i.test(trimmed) ? trimmed : hiddenValue);
  }
  return pieces.join('; ');
}
