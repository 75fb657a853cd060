import { isIPv4 } from 'node:net';

/**
 * Whether an assistant may replay to this address: to this machine, and to the hosts that the user has named
 * (`staging.example`, or `staging.example:8443` for that port alone).
 */
export function mayReplayTo(target: URL, allowedHosts: readonly string[]): boolean {
  return isLoopback(target.hostname) || allowedHosts.some((host) => names(host, target));
}

/** Whether the host is this machine. Only the name `localhost` counts: the owner of any other name decides its address. */
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
  // A URL drops the default port of its scheme, so the port is looked for in the text.
  const hasPort = /:\d+$/.test(host);
  return hostname === target.hostname && (!hasPort || port === target.port);
}
