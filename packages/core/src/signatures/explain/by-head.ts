import type { Scheme, SignedHead, Verification } from '../scheme.ts';
import { headerNames } from '../schemes/headers.ts';
import { findScheme, headersOf, usualTolerance } from '../schemes/table.ts';
import { waysOf } from '../schemes/ways.ts';
import { schemesByHeaders } from './other-schemes.ts';
import type { Verifying } from './search.ts';

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

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Why a right signature has a wrong time. */
export function explainStale(
  { settings }: Verifying,
  { receivedAt }: SignedHead,
  { signedAt, reason = 'It was signed at another time.' }: Verification,
): string {
  if (signedAt === undefined) return reason;
  const unit = otherUnit(signedAt, receivedAt);
  if (unit !== undefined)
    return `The signature is right, but its time is in ${unit}: the sender has to sign the time in the unit of the scheme.`;
  const tolerance =
    (settings.tolerance ?? findScheme(settings.scheme)?.tolerance ?? usualTolerance) * second;
  const away = Math.abs(receivedAt - signedAt);
  const side = signedAt < receivedAt ? 'before it arrived' : 'after it arrived';
  return `The signature is right, but it was made ${lengthOf(away)} ${side}, and ${lengthOf(tolerance)} are allowed: ${likelyReason(receivedAt - signedAt)}.`;
}

/** The unit that a time is in by mistake, if it is right to a day in that unit. */
function otherUnit(signedAt: number, receivedAt: number): string | undefined {
  for (const [factor, name] of [
    [1e-3, 'milliseconds where seconds belong'],
    [1e-6, 'microseconds where seconds belong'],
    [1e3, 'seconds where milliseconds belong'],
  ] as const) {
    if (Math.abs(signedAt * factor - receivedAt) < day) return name;
  }
  return undefined;
}

/** The distance from a whole number of hours that a wrong time zone may have. */
const zoneSlack = 10 * second;
/** The farthest time zones. */
const mostZone = 14 * hour;

function likelyReason(ageMs: number): string {
  const hours = Math.round(ageMs / hour);
  const isZone =
    hours !== 0 &&
    Math.abs(ageMs) < mostZone + minute &&
    Math.abs(ageMs - hours * hour) < zoneSlack;
  if (isZone)
    return 'these are whole hours, so the sender may use its local time as UTC, or an earlier request was sent again';
  if (ageMs < 0) return "the sender's clock is fast, or this service's is slow";
  if (ageMs > hour) return 'an earlier request was sent again as it was, or it waited on the way';
  return "an earlier request was sent again as it was, it waited on the way, or the sender's clock is slow";
}

/** "90 seconds", "5 minutes", "12 days". */
function lengthOf(ms: number): string {
  for (const [name, length] of [
    ['days', day],
    ['hours', hour],
    ['minutes', minute],
  ] as const) {
    if (ms >= 2 * length) return `${Math.floor(ms / length)} ${name}`;
  }
  return ms < 2 * second && ms >= second ? '1 second' : `${Math.floor(ms / second)} seconds`;
}
