import { BlockList, isIP, isIPv6, type Socket, SocketAddress } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Addresses } from '../parts.ts';
import { hostNameOf } from './request-target.ts';

/** Gives the client's IP address in its usual short text; an IPv4-mapped one as IPv4. */
export type ClientAddress = (request: AddressedRequest) => string;

/** A request, as far as it tells where it came from. */
interface AddressedRequest {
  socket: Pick<Socket, 'remoteAddress'>;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  rawHeaders: readonly string[];
}

/** The same, with what it knows about proxies. */
export interface ProxiedAddress extends ClientAddress {
  /** Whether the peer is a trusted proxy, or the tunnel: forwarded headers may be its own then. */
  isThroughProxy(request: AddressedRequest): boolean;
}

/** Stands for the address if the connection has ended already. */
const unknownAddress = 'unknown';

/** One for each configuration, so that the warning is logged once for all planes. */
const created = new WeakMap<object, ProxiedAddress>();

/**
 * The address of the client: the peer's, or behind a trusted proxy the right-most entry of
 * `X-Forwarded-For` that is not itself a trusted proxy. The header counts only if a trusted proxy sends it, or the
 * tunnel does: a program of this machine, for the tunnel's own host. The first time that another peer does, a warning names
 * the setting that may be missing.
 */
export function createClientAddress(
  config: Pick<Config, 'trustedProxies'>,
  log: Pick<Logger, 'warn'>,
  addresses: Pick<Addresses, 'tunnel'> = {},
): ProxiedAddress {
  const known = created.get(config);
  if (known) return known;

  const { trustedProxies } = config;
  const isInRanges = proxyAddress.compile(trustedProxies);
  // Most servers have no proxy in front. Nothing is parsed then.
  const isTrusted = (address: string) => trustedProxies.length > 0 && isInRanges(address, 0);
  /** Whether the tunnel passes it on: a program of this machine, for the tunnel's own host. */
  const isOfTunnel = (peer: string, request: AddressedRequest) => {
    const host = addresses.tunnel?.host;
    return host !== undefined && isLoopback(peer) && hostNameOf(request) === host;
  };
  let warned = false;

  const clientAddress: ClientAddress = (request) => {
    const peer = toAddress(request.socket.remoteAddress ?? '');
    if (peer === undefined) return unknownAddress;
    if (isTrusted(peer)) return throughProxies(peer, request.headers['x-forwarded-for'], isTrusted);
    if (isOfTunnel(peer, request)) {
      return throughProxies(peer, request.headers['x-forwarded-for'], nobody);
    }
    if (!warned && carriesForwarding(request.rawHeaders)) {
      warned = true;
      log.warn(
        { peer },
        'A request carries forwarded headers, but its sender is no trusted proxy: they are ignored. ' +
          'If this is your reverse proxy, name its address in HOOKWELL_TRUSTED_PROXIES.',
      );
    }
    return peer;
  };

  const isThroughProxy = (request: AddressedRequest): boolean => {
    const peer = toAddress(request.socket.remoteAddress ?? '');
    return peer !== undefined && (isTrusted(peer) || isOfTunnel(peer, request));
  };
  const address = Object.assign(clientAddress, { isThroughProxy });
  created.set(config, address);
  return address;
}

/** Before the entry that the tunnel wrote nobody is believed. */
const nobody = () => false;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an address is this very machine's, as `ClientAddress` gives it. */
export function isLoopback(address: string): boolean {
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Walks from the nearest proxy outwards. An entry that is no address ends the walk: the entries beyond it prove nothing. */
function throughProxies(
  peer: string,
  forwardedFor: string | string[] | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let nearest = peer;
  let rest = String(forwardedFor ?? '');
  while (rest !== '') {
    const comma = rest.lastIndexOf(',');
    const address = toAddress(withoutPort(rest.slice(comma + 1).trim()));
    if (address === undefined) return nearest;
    nearest = address;
    if (!isTrusted(address)) return nearest;
    rest = rest.slice(0, Math.max(comma, 0));
  }
  return nearest;
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  if (entry.startsWith('[')) return entry.slice(1, entry.indexOf(']'));
  const colon = entry.indexOf(':');
  return colon !== -1 && colon === entry.lastIndexOf(':') ? entry.slice(0, colon) : entry;
}

/** Asks for the peer's address once, so that it is known when the peer has reset the connection. */
export function keepAddress({ remoteAddress }: Socket): string | undefined {
  return remoteAddress;
}

function toAddress(text: string): string | undefined {
  const family = isIP(text);
  if (family === 4) return text;
  if (family === 0) return undefined;
  const short = new SocketAddress({ address: text, family: 'ipv6' }).address;
  return short.startsWith('::ffff:') && short.includes('.') ? short.slice(7) : short;
}

/** Reads the raw list: most captures need no joined headers, so Node need not make them. */
function carriesForwarding(rawHeaders: readonly string[]): boolean {
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    // The names below have these lengths; most other headers are passed over without lower-casing.
    if (name.length !== 9 && name.length !== 15) continue;
    const lowerCase = name.toLowerCase();
    if (lowerCase === 'x-forwarded-for' || lowerCase === 'forwarded' || lowerCase === 'x-real-ip') {
      return true;
    }
  }
  return false;
}

/** The network of an address: an IPv4 address itself, the /64 of an IPv6 one, which one subscriber is given. */
export function networkOf(address: string): string {
  return address.includes(':') ? groupsOf(address, 4) : address;
}

/** The first of the eight groups of an IPv6 address. */
function groupsOf(address: string, count: number): string {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const gap =
    tail === undefined ? [] : Array(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...gap, ...after].slice(0, count).join(':');
}

/** The same network in the usual notation: `192.0.2.7`, `2001:db8:1:2::/64`. */
export function networkPrefixOf(address: string): string {
  return address.includes(':') ? `${networkOf(address)}::/64` : address;
}

/** The /48 of an IPv6 address, which one customer may be given; an IPv4 address itself. */
export function largeNetworkPrefixOf(address: string): string {
  return address.includes(':') ? `${groupsOf(address, 3)}::/48` : address;
}
