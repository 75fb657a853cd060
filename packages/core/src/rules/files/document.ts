import { type Document, LineCounter, parseDocument } from 'yaml';
import { SettingsError } from '../index.ts';
import { itemPlace, memberPlace, SetupError } from './members.ts';

/** The most characters of a setup file. */
export const mostDocumentCharacters = 16 * 1024 * 1024;

/** The most values that aliases may make of a document: a few lines of them can stand for billions. */
const mostAliasValues = 1000;

const tooDeep = 'it is nested too deeply';

/**
 * The value of a document in YAML 1.2 (core schema), of which JSON is a part. There are only texts, numbers, booleans, null,
 * lists and objects in it; a name that is given twice and a tag of another kind are faults.
 * An alias may lead to itself, so the value may be a circle.
 * @throws {SetupError} with line and column, where there are any
 */
export function readDocument(text: string): unknown {
  if (text.length > mostDocumentCharacters) {
    throw new SetupError('document', `it has more than ${mostDocumentCharacters} characters`);
  }
  const lines = new LineCounter();
  const document = composed(text, lines);
  // A warning is about a tag that means nothing here.
  const [fault] = [...document.errors, ...document.warnings];
  if (fault !== undefined) {
    const { line, col } = lines.linePos(fault.pos[0]);
    throw new SetupError(`line ${line}, column ${col}`, problemOf(fault.message));
  }
  try {
    return document.toJS({ maxAliasCount: mostAliasValues });
  } catch (error) {
    throw unreadable(error);
  }
}

function composed(text: string, lineCounter: LineCounter): Document.Parsed {
  try {
    return parseDocument(text, {
      ...{ version: '1.2', schema: 'core', lineCounter },
      ...{ prettyErrors: false, uniqueKeys: true, logLevel: 'error', stringKeys: true },
    });
  } catch (error) {
    throw unreadable(error);
  }
}

/** The reader itself gives up on deep nesting, and on aliases that lead to too much or to themselves. */
function unreadable(error: unknown): unknown {
  if (error instanceof RangeError) return new SetupError('document', tooDeep);
  if (error instanceof ReferenceError) return new SetupError('document', firstLine(error.message));
  return error;
}

/** The reader gives the words of the engine when it met its end somewhere in the middle. */
function problemOf(message: string): string {
  return /call stack/i.test(message) ? tooDeep : firstLine(message);
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? '';
}

/**
 * Reads a document, in YAML or JSON, whose texts have `${NAME}` for values of the environment.
 * @param read of the document with the values in it
 * @throws {SetupError} at the first fault. No sentence shows a value of the environment, which may be a secret.
 */
export function readFilledDocument<Result>(
  text: string,
  environment: Environment,
  read: (document: unknown, used: readonly FilledValue[]) => Result,
): Result {
  const used: FilledValue[] = [];
  const document = withEnvironment(readDocument(text), environment, used);
  try {
    return read(document, used);
  } catch (error) {
    throw error instanceof SetupError ? withoutValues(error, used) : error;
  }
}

/** A sentence about settings may show a part of the text that it is about, unless that is a secret, or another text in full. */
function withoutValues(error: SetupError, used: readonly FilledValue[]): SetupError {
  const { place, sentence, cause } = error;
  const mayShowPart = cause instanceof SettingsError && !cause.place.startsWith('verify.secrets');
  const shown = used.find(
    (one) =>
      (mayShowPart && one.place === place) || (one.value !== '' && sentence.includes(one.value)),
  );
  if (shown === undefined) return error;
  const { name } = shown;
  return new SetupError(
    place,
    `with the value of the environment variable ${name} this makes no sense`,
  );
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** `${NAME}`, or with one more dollar sign in front the text `${NAME}` itself. */
const reference = /\$(\$?)\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** A value of the environment that was put into a text. */
interface FilledValue {
  /** That of the text in the document. */
  place: string;
  /** The variable. */
  name: string;
  value: string;
}

/**
 * A copy of a document in which `${NAME}` in texts is replaced by the value of that environment variable. The values are put
 * into texts that were parsed before, so that none of them can change the document's structure. Names of members
 * stay as they are.
 * @param used gets every value that was put somewhere
 * @throws {SetupError} if a variable is not set, or the document is nested deeper than any that makes sense
 */
export function withEnvironment(
  value: unknown,
  environment: Environment,
  used: FilledValue[] = [],
): unknown {
  return filled(value, { environment, used }, '', 0);
}

interface Filling {
  environment: Environment;
  used: FilledValue[];
}

/** An alias of YAML that leads to itself has no end. */
const mostDepth = 50;

function filled(value: unknown, filling: Filling, place: string, depth: number): unknown {
  if (typeof value === 'string') return filledText(value, filling, place);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === mostDepth) throw new SetupError('document', 'it is nested too deeply');
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      filled(item, filling, itemPlace(place, index), depth + 1),
    );
  }
  // With a prototype a member called `__proto__` would disappear.
  const copy: Record<string, unknown> = Object.create(null);
  for (const [name, member] of Object.entries(value)) {
    copy[name] = filled(member, filling, memberPlace(place, name), depth + 1);
  }
  return copy;
}

function filledText(text: string, { environment, used }: Filling, place: string): string {
  return text.replace(reference, (_all, doubled: string, name: string) => {
    if (doubled !== '') return `\${${name}}`;
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (value === undefined) {
      throw new SetupError(place, `the environment variable ${name} is not set`);
    }
    used.push({ place, name, value });
    return value;
  });
}
