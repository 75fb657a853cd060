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
    'CF-Connecting-IPv6',
    'CF-Pseudo-IPv4',
    'Client-IP',
    'X-Client-IP',
    'X-Cluster-Client-IP',
    'X-Azure-ClientIP',
    'X-Azure-SocketIP',
    'X-Appengine-User-IP',
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
    'X-ProxyUser-IP',
    'X-Real-IP',
    'X-Remote-IP',
    'X-Rewrite-URL',
    'Fastly-Client-IP',
    'Fly-Client-IP',
    'Remote-Addr',
    // From the hash of a body a short value in it that is hidden can be found by trying.
    'Digest',
    'Content-Digest',
    'Repr-Digest',
    'Content-MD5',
    'X-Amz-Content-SHA256',
  ].map(foldedName),
);

/** Whether nothing of the values of a header is shown, whatever it holds. */
export function isHiddenHeader(name: string): boolean {
  return hiddenHeaders.has(foldedName(name));
}
