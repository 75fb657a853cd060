import { foldedName } from '../names/folded-name.ts';

/** Headers that credentials, the service, its guests and their ways are told by. */
const hiddenHeaders = new Set(
  [
    'Host',
    'Referer',
    'Forwarded',
    'CF-Connecting-IP',
    'True-Client-IP',
    // A proof for one request (RFC 9449).
    'DPoP',
    // What proxies say of the sender, of the service, and of the target with its token.
    'CF-Pseudo-IPv4',
    'X-Azure-SocketIP',
    'X-Envoy-External-Address',
    'X-Forwarded',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Path',
    'X-Forwarded-Prefix',
    'X-Forwarded-Server',
    'X-Forwarded-Uri',
    'X-Original-Forwarded-For',
    'X-Original-Host',
    'X-Original-URI',
    'X-Original-URL',
    'X-Rewrite-URL',
    // From the hash of a body a short value in it that is hidden can be found by trying.
    'Digest',
    'Content-Digest',
    'Repr-Digest',
    'Content-MD5',
    'X-Amz-Content-SHA256',
  ].map(foldedName),
);

/** Many proxies have a header of their own for the address of the sender, such as `CloudFront-Viewer-Address` and `DO-Connecting-IP`. */
const addressOfSender =
  /(?:client|connecting|real|remote|user|viewer)(?:ip(?:v[46])?|addr(?:ess)?)$/;

/** Whether nothing of the values of a header is shown, whatever it holds. */
export function isHiddenHeader(name: string): boolean {
  const folded = foldedName(name);
  return hiddenHeaders.has(folded) || addressOfSender.test(folded);
}
