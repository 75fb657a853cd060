import { isIPv4 } from 'node:net';

/**
 * Whether an assistant may have something sent to this address: to this machine, and to the hosts that its
 * user has named (`staging.example`, or `staging.example:8443` for that port alone).
 */
export function mayReplayTo(target: URL, allowedHosts: readonly string[]): boolean {
  return isLoopback(target.hostname) || allowedHosts.some((host) => names(host, target));
}

/** Of names `localhost` alone: where others lead is for whoever owns them to say. */
function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    (isIPv4(hostname) && hostname.startsWith('127.'))
  );
}

function names(host: string, target: URL): boolean {
  const given = `${target.protocol}//${host}`;
  if (!URL.canParse(given)) return false;
  const { hostname, port } = new URL(given);
  // The port of the scheme itself is not kept in an address: it has to be looked for as it was written.
  const hasPort = /:\d+$/.test(host);
  return hostname === target.hostname && (!hasPort || port === target.port);
}
