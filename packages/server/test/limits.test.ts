import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { runInThisContext } from 'node:vm';
import { describe, expect, test } from 'vitest';

const packages = join(import.meta.dirname, '../..');

/** The packages whose code works on what strangers send. */
const packagesOfServer = [
  'bodies',
  'match',
  'redaction',
  'replies',
  'schemas',
  'senders',
  'server',
  'shape',
  'signatures',
];

/** Their bounds that keep no neighbour from hurting another, by the reason why: file and constants. */
const notForNeighbours: Readonly<Record<string, readonly string[]>> = {
  'the pause before something is tried again, or the number of tries': [
    'server/src/database/transaction.ts mostRetries',
    'server/src/capture-log/postgres/append-connection.ts longestWaitMs',
    'server/src/retention/failures.ts mostInARow',
    'server/src/retention/rounds.ts longestGapMs',
  ],
  'the length of a statement, whose callers are bounded elsewhere': [
    'server/src/accounts/credential-check.ts mostIdsInStatement',
    'server/src/capture-log/sqlite/merged-captures.ts mostIdsAhead',
    'server/src/endpoints/endpoints.ts mostIdsInStatement',
    'server/src/live/ended-streams.ts mostInBatch',
    'server/src/receive/guest-measurement.ts mostNetworksAtOnce',
    'server/src/refusal-log/refusal-rows.ts mostRowsAtOnce',
    'server/src/database/grouped-look-ups.ts mostNamesInQuery',
    'server/src/database/node-messages.ts mostAtOnce',
    'server/src/listeners/node-listeners.ts mostEndpointsInLook',
    'server/src/listeners/wait-decisions.ts mostAtOnce',
    'server/src/replies/answer-notes.ts mostInWrite',
    'server/src/capture-log/postgres/search-step.ts quickMs',
  ],
  'a fact of an encoding or of a standard': [
    'server/src/accounts/refused-logins.ts mostCharacters',
    'server/src/capture-log/sqlite/text-buffer.ts mostBytesOfUnit',
    'server/src/rendering/text-chunks.ts longestCharacterBytes',
    'server/src/rendering/text/xml/reference.ts longestPredefinedCharacters',
  ],
  'for what an operator or the payment provider brings': [
    'server/src/billing/signature.ts mostHeaderCharacters',
    'server/src/operator/move-to-postgres/copy.ts mostRows mostBytes',
    'server/src/operator/move-to-postgres/target.ts longestWaitMs',
    'server/src/readable-files.ts mostNamedFiles',
    'server/src/seed/read-seed.ts mostEndpoints',
    'server/src/seed/seed-file.ts mostBytes',
    'server/src/tunnel/printed-lines.ts mostLineCharacters',
    'server/src/tunnel/tunnel.ts mostSaidCharacters',
  ],
  'what a document may say, whose length is bounded': [
    'replies/src/settings.ts longestToleranceSeconds',
    'replies/src/step.ts longestRetryAfter longestStepCharacters',
    'signatures/src/verify/keys.ts mostExponent',
  ],
  'a part of a text or of work that is bounded elsewhere': [
    'match/src/application/match-plan.ts mostNeedles',
    'match/src/application/work-estimate.ts mostShortCharacters',
    'match/src/body/path-tests.ts longestKeptCharacters',
    'match/src/body/whole-body.ts longestShortText',
    'bodies/src/json/decimal.ts mostExponentDigits',
    'match/src/text/needle.ts longestNativeCharacters',
    'server/src/connections/refused-head.ts mostLineBytes',
    'replies/src/scheme-event.ts mostEventCharacters',
    'redaction/src/names/folded-name.ts mostDecodings',
    'senders/src/event-text.ts mostEventCharacters',
    'senders/src/sender/handshake.ts mostTokenCharacters',
    'senders/src/senders/notion.ts mostNotionCharacters',
    'schemas/src/contract.ts longestEvent',
    'schemas/src/judging/report.ts mostKept',
    'schemas/src/judging/scalars.ts longestPattern',
    'schemas/src/place.ts longestName longestPlace',
    'schemas/src/reading/constants.ts mostShown longestShown',
    'shape/src/inference/bounds.ts mostUnchecked mostCharge',
    'shape/src/inference/sample-tokens.ts mostCharacters',
    'shape/src/typescript/interface-name.ts mostCharacters',
    'shape/src/typescript/object-types.ts mostLevels longestLine',
    'shape/src/typescript/type-names.ts mostCharactersOfMember',
    'shape/src/typescript/typescript-of.ts mostEventCharacters',
    'signatures/src/explain/absent.ts mostNamed',
    'signatures/src/explain/given-signatures.ts mostCharacters mostSignatures',
    'signatures/src/explain/headers.ts mostNameCharacters',
    'signatures/src/explain/other-forms.ts mostHeaders',
    'signatures/src/explain/other-schemes.ts mostNames mostParsedBytes',
    'signatures/src/explain/other-times.ts mostOthers',
    'signatures/src/explain/stale.ts mostZone',
  ],
  'makes the server’s own work cheaper': [
    'bodies/src/body-text.ts mostRememberedLabels longestRememberedCharacters',
    'bodies/src/content-type.ts mostRemembered longestRememberedCharacters',
    'bodies/src/multipart.ts mostParts',
    'redaction/src/names/names.ts mostRemembered longestRemembered',
    'match/src/text/fold.ts mostCodes',
    'server/src/capture-log/fuller-groups.ts longestWaitMs',
    'server/src/connections/body-pieces.ts largestBlockBytes',
    'server/src/connections/exchange.ts mostJoinedBytes',
    'server/src/shares/routes.ts mostJoinedBytes',
    'server/src/database/postgres/pool.ts longestIdleMs',
    'server/src/database/sqlite/query.ts mostPrepared',
    'server/src/retention/steps.ts longestRestMs',
    'server/src/sent-request/object-text.ts mostKept longestKeptCharacters',
  ],
};

const nameOfBound = /^(most|longest|largest|quick)[A-Z]/;
const typeOfBounds = /(Limits|Budget|Shares|Bounds)$/;

interface Constant {
  name: string;
  type: string;
  /** Its text in the source. */
  expression: string;
  value: unknown;
}

const read = new Map<string, readonly Constant[]>();

/** The constants at the top of a file; `value` is undefined where more than numbers and other constants makes it. */
function constantsOf(file: string): readonly Constant[] {
  const known = read.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(join(packages, file), 'utf8');
  const constants: Constant[] = [];
  read.set(file, constants);
  const declarations = text.matchAll(/^(?:export )?const (\w+)(?:: ([^=]+?))? =\s+([^;]*);/gm);
  for (const [, name = '', type = '', expression = ''] of declarations) {
    const value = valueFrom(expression, (other) => {
      const own = constants.find((constant) => constant.name === other);
      return own === undefined ? importedValue(file, text, other) : own.value;
    });
    constants.push({ name, type, expression, value });
  }
  return constants;
}

function importedValue(file: string, text: string, name: string): unknown {
  const from = new RegExp(`^import {[^}]*\\b${name}\\b[^}]*} from '(\\.[^']+)'`, 'm').exec(
    text,
  )?.[1];
  if (from === undefined) return undefined;
  return constantsOf(posix.join(posix.dirname(file), from)).find(
    (constant) => constant.name === name,
  )?.value;
}

/** Only numbers, objects of them and what is computed from both have a value: nothing else is run. */
function valueFrom(expression: string, valueOfName: (name: string) => unknown): unknown {
  if (!/^[\d{(]|^[a-z]\w* [*+-]|^Math\./.test(expression)) return undefined;
  const names = [...new Set(expression.match(/\b[a-z]\w*\b/g))].filter(
    (name) => valueOfName(name) !== undefined,
  );
  try {
    const evaluate: unknown = runInThisContext(`(${names}) => (${expression})`);
    return typeof evaluate === 'function' ? evaluate(...names.map(valueOfName)) : undefined;
  } catch {
    return undefined;
  }
}

/** The number of a constant or of a field (`limits.total`), in bytes, in milliseconds, or what it is for a second. */
function numberOf(file: string, name: string): number {
  const [first = '', field] = name.split('.');
  const found = constantsOf(file).find((constant) => constant.name === first)?.value;
  const number: unknown = field === undefined ? found : Object(found)[field];
  if (typeof number !== 'number') return Number.NaN;
  if (/Mebibytes$/.test(name)) return number * 2 ** 20;
  return /(Seconds|PerMs)$/.test(name) ? number * 1000 : number;
}

const units: Readonly<Record<string, number>> = {
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  s: 1000,
};

/** The numbers of a cell, such as `64 MiB`, `10,000`, `1/4` and `5 s`, in the units of `numberOf`. */
function numbersIn(cell: string): number[] {
  return Array.from(
    cell.matchAll(/(\d[\d,]*\d|\d)(\.\d+)?(?:\/(\d+))?(?: (KiB|MiB|GiB|s)\b)?/g),
    ([, whole = '', fraction = '', divisor = '1', unit = '']) =>
      (Number(whole.replaceAll(',', '') + fraction) / Number(divisor)) * (units[unit] ?? 1),
  );
}

/** The constants that a cell names behind their files. */
function constantsIn(cell: string): { file: string; name: string }[] {
  let file = '';
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, text = '']) => text).flatMap((text) => {
    if (!text.includes('/')) return [{ file, name: text }];
    file = text;
    return [];
  });
}

const page = readFileSync(join(packages, '../docs/limits.md'), 'utf8');
const rows = Array.from(page.matchAll(/^\| (?!What it bounds)(.+) \|$/gm), ([, row = '']) => {
  const [what = '', numbers = '', gives = '', where = '', shown = '', ...more] = row.split(' | ');
  return { what, numbers, gives, where, shown, more };
});

/** The bounds of a file, with the fields of those that are objects. */
function boundsOf(file: string): string[] {
  return constantsOf(file).flatMap(({ name, type, expression, value }) => {
    if (typeof value !== 'object' || value === null) {
      return nameOfBound.test(name) || typeOfBounds.test(type) ? [name] : [];
    }
    const fields = Object.entries(value).filter(([field, number]) => {
      return Number.isFinite(number) && new RegExp(`\\b${field}:`).test(expression);
    });
    const isBounds = typeOfBounds.test(type) || 'perParty' in value || 'perSecond' in value;
    return isBounds || nameOfBound.test(name) ? fields.map(([field]) => `${name}.${field}`) : [];
  });
}

describe('docs/limits.md', () => {
  test('has rows of five cells', () => {
    expect(rows.length).toBeGreaterThan(80);
    expect(rows.filter(({ shown, more }) => shown === '' || more.length > 0)).toEqual([]);
  });

  test.each(rows)('$what', ({ numbers, where, shown }) => {
    const named = constantsIn(where);
    const found = named.map(({ file, name }) => [`${file} ${name}`, numberOf(file, name)]);
    const told = numbersIn(numbers);
    expect(named.map(({ file, name }, at) => [`${file} ${name}`, told[at]])).toEqual(found);
    expect(told).toHaveLength(named.length);
    if (shown !== '—') expect(existsSync(join(packages, shown.replaceAll('`', '')))).toBe(true);
  });

  test('has every bound of the server, but for those that are no neighbour’s', () => {
    const told = new Set(
      rows.flatMap(({ where }) => constantsIn(where)).map(({ file, name }) => `${file} ${name}`),
    );
    const excepted = Object.values(notForNeighbours)
      .flat()
      .flatMap((entry) => {
        const [file = '', ...names] = entry.split(' ');
        return names.map((name) => `${file} ${name}`);
      });
    const bounds = globSync(`{${packagesOfServer}}/src/**/*.ts`, { cwd: packages })
      .map((file) => file.replaceAll('\\', '/'))
      .flatMap((file) => boundsOf(file).map((name) => `${file} ${name}`));
    expect(bounds.length).toBeGreaterThan(100);
    expect(bounds.filter((bound) => !told.has(bound) && !excepted.includes(bound))).toEqual([]);
    expect(excepted.filter((bound) => !bounds.includes(bound) || told.has(bound))).toEqual([]);
  });
});
