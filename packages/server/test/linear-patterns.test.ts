import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';

const packages = join(import.meta.dirname, '../..');
/** Those that read what strangers send. */
const reading =
  '{bodies,contract,match,redaction,replies,schemas,senders,server,shape,signatures,verdict}';

/** Patterns that only look as if they took time in the square of a text, and why they do not. */
const linear: Readonly<Record<string, string>> = {
  // They match every text, so that nothing is tried twice: the last part takes whatever there is.
  '/^([^<>=]*)([<>=]*)(.*)$/s': 'matches every text',
  '/^(https?):\\/\\/(\\[[^\\]/?#]*\\]|[^:/?#]*)(:\\d*)?(.*)$/s': 'matches all that begin so',
  '/[?#].*$/s': 'matches at the first of these characters',
  '/\\s*([^=;]*)(?:=(\\s*"[^"]*(?:"[^;]*|$)|[^;]*))?(?:;|$)/y': 'matches at every place',
  '/[;\\t\\n\\r ]*([^;=]*)(?:=(?:"((?:[^"\\\\]|\\\\[\\s\\S]?)*)"?[\\s\\S]?|([^;]*);?)|;|$)/y':
    'matches at every place',
  '/[;\\t\\n\\r ]*([^;=]*)(?:=[\\t\\n\\r ]*(?:"((?:[^"\\\\]|\\\\[\\s\\S]?)*)"?[\\s\\S]?|([^;]*);?)|;|$)/y':
    'matches at every place',
  '/^(?:export\\s+)?[A-Za-z_][A-Za-z0-9_]*\\s*[=:]\\s*["\']?(.+?)["\']?$/s':
    'matches all that have no white space at their end, and it is given no others',
  '/^bearer(?: +(.*))?$/i': 'a header has no line break',
  '/^bearer +(.+)$/i': 'a header has no line break',
  '/\\/\\/.*@/': "is given the operator's address of the database",
};

test('no pattern takes time in the square of what a stranger sends', () => {
  const files = globSync(`${reading}/src/**/*.ts`, { cwd: packages });
  const slow = new Map<string, string>();
  let found = 0;
  for (const file of files) {
    for (const { pattern, flags } of patternsIn(readFileSync(join(packages, file), 'utf8'))) {
      found += 1;
      const { reports } = analyse({ source: pattern, flags });
      if (reports.length > 0) slow.set(`/${pattern}/${flags}`, file);
    }
  }
  expect(found).toBeGreaterThan(200);
  expect([...slow.keys()].sort()).toEqual(Object.keys(linear).sort());
});

test('a pattern of such time is seen', () => {
  const seen = [...patternsIn('const a: string = "  ".replace(/[ ]+$/g, "");')];
  expect(seen).toMatchObject([{ pattern: '[ ]+$', flags: 'g' }]);
  expect(analyse({ source: '[ ]+$', flags: 'g' }).reports).not.toEqual([]);
});

interface Pattern {
  pattern: string;
  flags: string;
}

/** The literal ones of a source. */
function* patternsIn(source: string): Generator<Pattern> {
  const waiting: unknown[] = [parseSync(source, { syntax: 'typescript' })];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    if (isPattern(node)) yield node;
    waiting.push(...Object.values(node).filter((value) => value !== undefined));
  }
}

function isPattern(node: object): node is Pattern {
  return 'type' in node && node.type === 'RegExpLiteral';
}
