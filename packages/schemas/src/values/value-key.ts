import { stepsOf as stepsOfAll, type Work } from '../judging/work.ts';
import { ExactNumber, keptItsDigits } from '../numbers/exact-number.ts';

/** What texts of objects, arrays and numbers begin with: strings that do so are written in another way. */
const taken = /^[[{"#]/;

/** The cost of a text for one value, in steps; that of a member is above it since names are sorted. */
const stepsOf = { value: 8, item: 2, exact: 40, object: 20, member: 30 };
const { characters } = stepsOfAll;

/**
 * A value for sets: two JSON values share it if they are equal (JSON Schema, section 4.2.2). `1.0` is `1`, and the order of
 * members does not matter.
 * @param beside a schema: its numbers are doubles, so that those of the body that they cannot be told from count as equal
 * @throws {TooMuchWork}
 */
export function valueKey(value: unknown, work: Work, beside?: 'schema'): unknown {
  if (typeof value === 'string') {
    work.spend(stepsOf.value + value.length / characters);
    return taken.test(value) ? `"${value}` : value;
  }
  work.spend(stepsOf.value);
  if (typeof value === 'number') return ofNumber(value);
  return typeof value === 'object' && value !== null ? textOf(value, work, beside) : value;
}

/** As text: sets find numbers by a hash that is the same everywhere, so that some are chosen to share it. */
function ofNumber(number: number): string {
  return `#${number}`;
}

function textOf(value: object, work: Work, beside?: 'schema'): unknown {
  if (value instanceof ExactNumber) return ofExact(value, work, beside);
  work.enter();
  const text = Array.isArray(value) ? ofArray(value, work, beside) : ofObject(value, work, beside);
  work.leave();
  return text;
}

function ofArray(items: readonly unknown[], work: Work, beside?: 'schema'): string {
  work.spend(items.length * stepsOf.item);
  return joined(
    '[',
    items.map((item) => withLength(valueKey(item, work, beside))),
    work,
  );
}

function ofObject(object: object, work: Work, beside?: 'schema'): string {
  const members = new Map<string, unknown>(Object.entries(object));
  work.spend(stepsOf.object + members.size * stepsOf.member);
  const texts = [...members.keys()].sort().map((name) => {
    const text = withLength(valueKey(members.get(name), work, beside));
    work.spend(name.length / characters);
    return `${name.length}:${name}${text}`;
  });
  return joined('{', texts, work);
}

/** Each level copies the texts of those within it. */
function joined(start: '[' | '{', texts: readonly string[], work: Work): string {
  const text = start + texts.join('');
  work.spend(text.length / characters);
  return text;
}

/** A length before each text leaves nothing to escape. */
function withLength(key: unknown): string {
  const text = typeof key === 'string' ? key : `"${String(key)}`;
  return `${typeof key === 'string' ? '' : '!'}${text.length}:${text}`;
}

function ofExact(number: ExactNumber, work: Work, beside?: 'schema'): unknown {
  work.spend(stepsOf.exact + number.length);
  if (beside === 'schema' && !keptItsDigits(number.nearest)) return ofNumber(number.nearest);
  const { decimal } = number;
  return `[#${decimal.sign}.${decimal.digits}e${decimal.magnitude}`;
}
