import { type Document, LineCounter, parseDocument } from 'yaml';
import { SetupError } from './setup-error.ts';

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
