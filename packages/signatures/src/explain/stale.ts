import type { SignedHead, Verification } from '../scheme.ts';
import { findScheme } from '../schemes/table.ts';
import { usualTolerance } from '../verify/signing-time.ts';
import type { Verifying } from './case.ts';

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
