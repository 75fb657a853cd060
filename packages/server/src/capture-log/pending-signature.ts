import { beingLookedInto } from '@hookwell/core/api/sentences';

const lost = 'The cause was not looked for: the service stopped meanwhile.';

/** For so long, in milliseconds, a cause is looked for. After that nobody does, whatever is stored. */
const mostPendingMs = 15_000;

/** The last member of a finding that is stored until its cause is known: milliseconds since 1970. */
const untilMember = ',"until":';

/**
 * A finding whose reason ends with `beingLookedInto`, as it is stored until the cause is known. With it stands for how long
 * that is so, so that it tells the truth even if the node that looks for the cause dies.
 * @param finding a JSON object as text, with members
 */
export function pendingSignature(finding: string): string {
  return `${finding.slice(0, -1)}${untilMember}${Date.now() + mostPendingMs}}`;
}

/**
 * A stored finding as it is shown.
 * @param stored the JSON text of a `SignatureFinding`, or of a pending one
 */
export function shownSignature(stored: string, now = Date.now()): string {
  // A quote within a string of JSON has a backslash before it, so only the member itself looks like this.
  const at = stored.lastIndexOf(untilMember);
  if (at === -1) return stored;
  const shown = `${stored.slice(0, at)}}`;
  const until = Number(stored.slice(at + untilMember.length, -1));
  return now <= until ? shown : shown.replace(`${beingLookedInto}"`, `${lost}"`);
}
