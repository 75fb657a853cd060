import type { Scheme, SignedHead, Verification } from '../scheme.ts';
import { headersOf } from '../schemes/row.ts';
import { waysOf } from '../schemes/ways.ts';
import type { Verifying } from './case.ts';
import { headerNames } from './headers.ts';
import { schemesByHeaders } from './other-schemes.ts';

/** Explains that a request has no signature, by the names of its headers alone. */
export function explainAbsent(
  { settings }: Verifying,
  scheme: Scheme,
  { headers }: SignedHead,
  { reason = 'It has no signature.' }: Verification,
): string {
  const names = headerNames(headers);
  const wanted = waysOf(scheme, settings).flatMap((way) => headersOf(way));
  const absent = wanted.filter((name) => !names.has(name.toLowerCase()));
  const [first] = absent;
  if (first === undefined) return reason;
  const there = wanted.filter((name) => names.has(name.toLowerCase()));
  if (there.length > 0)
    return `There is no ${first} header, though ${there.join(' and ')} ${there.length > 1 ? 'are' : 'is'} there: something on the way dropped it.`;
  const others = schemesByHeaders(names, scheme);
  if (others.length > 0) return `There is no ${first} header. ${looksLike(others)}`;
  const { form, words } = scheme.secret;
  return form === 'text' || form === 'whsec'
    ? `There is no ${first} header: the sender adds it once it has the secret (${words}), unless something on the way drops it.`
    : `There is no ${first} header: the sender does not add it, or something on the way drops it.`;
}

/** So many are named. */
const mostNamed = 3;

function looksLike(schemes: readonly Scheme[]): string {
  const [best] = schemes;
  const alike = schemes
    .filter(({ headers }) => headers.join() === best?.headers.join())
    .slice(0, mostNamed);
  const titles = alike.map(({ title }) => title).join(' or ');
  const names = alike.map(({ name }) => name).join(' or ');
  return `It looks signed by ${titles}: choose the scheme ${names}, or give this URL to the right sender.`;
}
