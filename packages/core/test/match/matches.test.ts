import { describe, expect, test } from 'vitest';
import { BodyMatcher, holds, holdsWithBody, matchPlan, parseMatch } from '../../src/match/index.ts';
import { bodyText, matchable, now } from './matchable.ts';
import { matches } from './matches.ts';
import { payloads } from './payloads.ts';

const bodies = new Map(payloads.map((payload) => [payload.name, bodyText(payload)]));

function found(holdsFor: (payload: (typeof payloads)[number], body: string) => boolean): string[] {
  return payloads
    .filter((payload) => holdsFor(payload, bodies.get(payload.name) ?? ''))
    .map(({ name }) => name);
}

describe.each(matches)('%s', (text, finds) => {
  const match = parseMatch(text);

  test('finds its payloads', () => {
    const names = found((payload, body) => holdsWithBody(match, matchable(payload), body, now));
    expect(names.sort()).toEqual([...finds].sort());
  });

  test('finds the same in bodies that come character by character', () => {
    const names = found((payload, body) => {
      const verdict = holds(match, matchable(payload), now);
      if (verdict !== undefined) return verdict;
      const matcher = new BodyMatcher(match, matchable(payload), now);
      for (const character of body) matcher.push(character);
      return matcher.end();
    });
    expect(names.sort()).toEqual([...finds].sort());
  });

  test('has a plan that leaves out none of them', () => {
    const plan = matchPlan(match, now);
    const names = found((payload) => mayMatch(plan, payload));
    expect(finds.filter((name) => !names.includes(name))).toEqual([]);
  });
});

/** A plan as a store applies it: to columns and bytes. */
function mayMatch(plan: ReturnType<typeof matchPlan>, payload: (typeof payloads)[number]): boolean {
  const { method, path, query, headers, body } = payload;
  const lower = method.toLowerCase();
  const hasMethod = plan.methods.some(({ test, folded }) =>
    test === 'equals' ? lower === folded : lower.includes(folded),
  );
  if (plan.methods.length > 0 && !hasMethod) return false;
  const { least = 0, most = Number.POSITIVE_INFINITY } = plan.size;
  if (body.length < least || body.length > most) return false;
  if (headers.some(([name]) => name === 'Content-Encoding')) return true;
  const bytes = Buffer.from(body).toString('latin1').toLowerCase();
  const head = [method, path, decodeURIComponent(path), query, headers.join(), '203.0.113.7'];
  return plan.needles.every(({ folded, place, mayBeEscaped }) => {
    if (bytes.includes(folded) || (mayBeEscaped && bytes.includes('\\u'))) return true;
    return place === 'anywhere' && head.join('\n').toLowerCase().includes(folded);
  });
}
