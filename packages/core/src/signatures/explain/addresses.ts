import type { SignedHead } from '../scheme.ts';
import { findHeader } from '../schemes/headers.ts';

/** Another address that the sender may have signed, and a sentence that says so. */
export interface OtherAddress {
  url: string;
  sentence: string;
}

interface Part {
  text: string;
  /** The difference in words; empty if it is that of the public address. */
  name: string;
}

const parts = /^(https?):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?/is;

/** Those that differ in the fewest parts first. They are named by their differences: a header's value is not repeated. */
export function otherAddresses(head: SignedHead): OtherAddress[] {
  const [, scheme = '', authority = '', path = '', query = ''] = parts.exec(head.url) ?? [];
  if (authority === '') return [];
  const schemes = [
    part(scheme),
    part(
      scheme.toLowerCase() === 'https' ? 'http' : 'https',
      'with another scheme (http or https)',
    ),
  ];
  const found: (OtherAddress & { differences: number })[] = [];
  for (const s of schemes) {
    for (const h of hosts(head, authority)) {
      for (const port of ports(h.text, s.text)) {
        for (const p of paths(path)) {
          for (const q of queries(query)) {
            const names = [s, h, port, p, q].map(({ name }) => name).filter((name) => name !== '');
            const url = `${s.text}://${port.text}${p.text}${q.text}`;
            found.push({ url, sentence: sentence(names), differences: names.length });
          }
        }
      }
    }
  }
  found.push({
    url: `${path}${query}`,
    sentence: sentence(['without scheme and host']),
    differences: 1,
  });
  return distinct(
    head.url,
    found.sort((a, b) => a.differences - b.differences),
  );
}

function part(text: string, name = ''): Part {
  return { text, name };
}

function sentence(names: readonly string[]): string {
  return `The sender signed another URL: ${names.join(', ')}. Give it exactly the URL that the endpoint shows.`;
}

function hosts({ headers }: SignedHead, authority: string): Part[] {
  const own = findHeader(headers, 'host');
  const forwarded = findHeader(headers, 'x-forwarded-host')?.split(',')[0]?.trim();
  const standard = /(?:^|[;,\s])host="?([^";,\s]+)/i.exec(
    findHeader(headers, 'forwarded') ?? '',
  )?.[1];
  return [
    part(authority),
    ...(own === undefined ? [] : [part(own, 'with the host of the Host header')]),
    ...(forwarded === undefined ? [] : [part(forwarded, 'with the host of X-Forwarded-Host')]),
    ...(standard === undefined ? [] : [part(standard, 'with the host of Forwarded')]),
  ];
}

function ports(authority: string, scheme: string): Part[] {
  const bare = authority.replace(/:\d*$/, '');
  const usual = scheme.toLowerCase() === 'https' ? '443' : '80';
  return [
    part(authority),
    ...(bare === authority ? [] : [part(bare, 'without the port')]),
    part(`${bare}:${usual}`, `with the port ${usual}`),
  ];
}

function paths(path: string): Part[] {
  const toggled = path.endsWith('/')
    ? part(path.slice(0, -1), 'without the slash at the end of the path')
    : part(`${path}/`, 'with a slash at the end of the path');
  return [part(path), toggled, part(decoded(path), 'with the path decoded')];
}

function queries(query: string): Part[] {
  if (query === '') return [part('')];
  return [
    part(query),
    part('', 'without the query'),
    part(decoded(query), 'with the query decoded'),
  ];
}

/** One character for each byte, as the address itself has it. */
function decoded(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function distinct(came: string, found: readonly OtherAddress[]): OtherAddress[] {
  const known = new Set([came]);
  return found.filter(({ url }) => {
    const isNew = !known.has(url);
    known.add(url);
    return isNew;
  });
}
