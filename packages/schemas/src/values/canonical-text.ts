import type { Work } from '../judging/work.ts';
import { ExactNumber, keptItsDigits } from '../numbers/exact-number.ts';

/**
 * A text that two values share if they are equal (JSON Schema, section 4.2.2): `1.0` is `1`, the order of members does not
 * matter.
 * @param beside a schema: its numbers are doubles, so that those of the body that they cannot be told from count as equal
 */
export function canonicalText(value: unknown, work: Work, beside?: 'schema'): string {
  if (typeof value === 'string') {
    work.spendOnText(value.length);
    return JSON.stringify(value);
  }
  work.enter();
  const text = ofOther(value, work, beside);
  work.leave();
  return text;
}

function ofOther(value: unknown, work: Work, beside?: 'schema'): string {
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonicalText(item, work, beside)).join()}]`;
  }
  if (value instanceof ExactNumber) return ofExact(value, work, beside);
  // Both zeros are 0 here.
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  work.spend(2 * members.length);
  const texts = members.map(([name, member]) => {
    return `${canonicalText(name, work)}:${canonicalText(member, work, beside)}`;
  });
  return `{${texts.join()}}`;
}

function ofExact({ decimal, nearest }: ExactNumber, work: Work, beside?: 'schema'): string {
  work.spendOnText(decimal.digits.length);
  if (beside === 'schema' && !keptItsDigits(nearest)) return String(nearest);
  return `${decimal.sign}.${decimal.digits}e${decimal.magnitude}`;
}
