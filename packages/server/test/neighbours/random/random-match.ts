import type { Random } from '../../random.ts';

/** Texts that are looked for: few of them are found, and those late. */
const texts = ['x', 'aaaaaaab', '"1"', '1,', 'é', 'order', '%C0', 'zzzz', '\u0130', '0'] as const;

/** Fields of a request, as matches and the bodies of replies name them. */
export function randomField(random: Random): string {
  return random.pick([
    () => 'method',
    () => 'path',
    () => 'query',
    () => `query.${randomName(random)}`,
    () => 'header',
    () => `header.${randomName(random)}`,
    () => 'body',
    () => `json.${randomPath(random)}`,
    () => 'type',
    () => 'ip',
    () => 'event',
  ])();
}

/** Names that the random requests have. */
export function randomName(random: Random): string {
  return random.pick(['a', 'b', 'user-agent', 'q', 'x-event', 'never']);
}

function randomPath(random: Random): string {
  const steps = random.list(1 + random.size(30), () =>
    random.pick(['.a', '.b', '[0]', '[7]', '.never', '["a.b"]']),
  );
  return `a${steps.join('')}`;
}

/** One term. Some look at all of a request and hold, so that the next term is looked at as well. */
export function randomTerm(random: Random, mayLookThroughBody: boolean): string {
  const sign = random.chance(0.7) ? '-' : '';
  const text = quoted(random.pick(texts));
  const kinds = [
    () => `${randomHeadField(random)}${random.pick([':', '='])}${text}`,
    () => `json.${randomPath(random)}${random.pick([':', '=', '>', '<='])}${random.below(9)}`,
    () => `query.${randomName(random)}>${random.below(9)}`,
    () => `has:${random.pick(['json', 'xml', 'form', 'binary', 'empty', 'path'])}`,
    () => `size>${random.below(100_000)}`,
    () => `received>${random.below(90)}s`,
    () => `event:${text}`,
    () => 'signature=valid',
  ];
  if (mayLookThroughBody)
    kinds.push(
      () => text,
      () => `body:${text}`,
    );
  return sign + random.pick(kinds)();
}

function randomHeadField(random: Random): string {
  const name = randomName(random);
  return random.pick(['query', 'header', 'path', `query.${name}`, `header.${name}`, 'ip']);
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** A match of up to so many terms, within what the language allows. */
export function randomMatch(random: Random, mostTerms: number, mostSearches: number): string {
  const terms: string[] = [];
  let length = 0;
  const count = 1 + random.size(Math.min(mostTerms, 64) - 1);
  for (let index = 0; index < count; index += 1) {
    const term = randomTerm(random, index < mostSearches);
    length += term.length + 1;
    if (length > 4000) break;
    terms.push(term);
  }
  return terms.join(' ');
}
