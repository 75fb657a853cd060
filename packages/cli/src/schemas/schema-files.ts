import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readDocument, SetupError } from '@hookwell/core/rules/files';
import { type CheckedSchema, readSchema, SchemaError } from '@hookwell/core/schema/validate';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure, exitCodes } from '../command-line/outcome.ts';
import { readTextFile } from '../input/input.ts';

/** The most files that one may lead to. */
const mostFiles = 500;

/** A place in one of the files. */
export interface PlaceInFiles {
  /** The address of the file. */
  file: string;
  /** The pointer within it. */
  fragment: string;
}

/**
 * A file with schemas, and those beside it that it refers to. Only files in its folder, and below, are read: whoever wrote
 * the file may be somebody else.
 */
export class SchemaFiles {
  /** As the user named it. */
  readonly source: string;
  /** The address of the file itself. */
  readonly main: string;
  /** By their addresses. References from one to another have whole addresses: an `$id` does not change where files lie. */
  readonly #documents = new Map<string, unknown>();
  /** The references that lead to no file that may be read. */
  readonly #unread = new Set<string>();

  private constructor(source: string, main: string) {
    this.source = source;
    this.main = main;
  }

  /**
   * @param name `-` is standard input, from which no other file is read
   * @throws {CommandFailure} with exit code 2 if a file cannot be read, or is neither JSON nor YAML
   */
  static async open(name: string, world: Pick<Surroundings, 'input'>): Promise<SchemaFiles> {
    const document = await readSchemaDocument(name, world);
    if (name === '-') {
      const files = new SchemaFiles('Standard input', 'file:///standard-input');
      files.#keep(files.main, document, () => undefined);
      return files;
    }
    // What a shell puts in the place of a file may have no other name.
    const path = await realpath(name).catch(() => resolve(name));
    const files = new SchemaFiles(name, addressOf(path));
    await files.#read(path, document, world);
    return files;
  }

  /** The value at a place; `undefined` if there is none. */
  valueAt({ file, fragment }: PlaceInFiles): unknown {
    return valueAt(this.#documents.get(file), fragment);
  }

  /**
   * The schema at a place.
   * @throws {CommandFailure} with exit code 2 and the place of the fault, if it is none
   */
  schemaAt({ file, fragment }: PlaceInFiles): CheckedSchema {
    try {
      return readSchema(
        { $ref: file + fragment },
        { patterns: 'taken', resources: this.#documents },
      );
    } catch (error) {
      if (!(error instanceof SchemaError)) throw error;
      throw wrongInput(this.#shown(error.message) + this.#unreadText(), error);
    }
  }

  /** A sentence with the names of files in place of their addresses. */
  #shown(sentence: string): string {
    const folder = this.main.slice(0, this.main.lastIndexOf('/') + 1);
    return sentence.replaceAll(folder, '').replaceAll('#.', '#');
  }

  #unreadText(): string {
    if (this.#unread.size === 0) return '';
    const shown = [...this.#unread].slice(0, 3).join(', ');
    return ` (not read, since it is not there or outside of the folder: ${shown})`;
  }

  async #read(first: string, document: unknown, world: Pick<Surroundings, 'input'>): Promise<void> {
    const folder = dirname(first);
    const waiting = [{ path: first, document }];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const known = new Map<string, string>();
      const named = new Set(referencesIn(file.document).map((text) => referenceOf(text).file));
      for (const name of [...named].filter(isRelative)) {
        const path = await pathBelow(folder, dirname(file.path), name);
        if (path === undefined) {
          this.#unread.add(name);
          continue;
        }
        known.set(name, addressOf(path));
        const isNew =
          path !== file.path &&
          !this.#documents.has(addressOf(path)) &&
          !waiting.some((one) => one.path === path);
        if (!isNew) continue;
        if (this.#documents.size + waiting.length >= mostFiles) {
          throw wrongInput(`${this.source}: it leads to more than ${mostFiles} files`);
        }
        waiting.push({ path, document: await readSchemaDocument(path, world) });
      }
      this.#keep(addressOf(file.path), file.document, (name) => known.get(name));
    }
  }

  #keep(address: string, document: unknown, addressOfName: (name: string) => string | undefined) {
    const whole = mapReferences(document, (text) => {
      const { file, fragment } = referenceOf(text);
      return (addressOfName(file) ?? file) + fragment;
    });
    this.#documents.set(address, whole);
  }
}

function addressOf(path: string): string {
  return pathToFileURL(path).href;
}

/** The path of a file that is named beside another one; `undefined` if it is not there, or not below the folder. */
async function pathBelow(
  folder: string,
  beside: string,
  name: string,
): Promise<string | undefined> {
  try {
    const path = await realpath(join(beside, decodeURIComponent(name)));
    const below = relative(folder, path);
    return below.startsWith('..') || isAbsolute(below) ? undefined : path;
  } catch {
    return undefined;
  }
}

/** The largest file; large services describe themselves in 10 MiB. */
const mostBytes = 64 * 1024 * 1024;

/**
 * The value in a file, in JSON or YAML; `-` is standard input.
 * @throws {CommandFailure} with exit code 2 if it cannot be read, or is neither
 */
async function readSchemaDocument(
  file: string,
  world: Pick<Surroundings, 'input'>,
): Promise<unknown> {
  const source = file === '-' ? 'Standard input' : file;
  try {
    return valueIn(await readTextFile(file, world, mostBytes));
  } catch (error) {
    if (error instanceof CommandFailure) throw wrongInput(error.message, error);
    if (error instanceof SetupError) throw wrongInput(`${source}: ${error.message}`, error);
    throw error;
  }
}

/** @throws {SetupError} with the place of the fault, if there is one */
function valueIn(text: string): unknown {
  const value = parsed(text);
  if (isDeeper(value)) throw new SetupError('document', `it has more than ${mostLevels} levels`);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Of JSON with a fault, the reader of YAML tells the line.
    return readDocument(text);
  }
}

/** The most values in one another. */
const mostLevels = 500;

/** Whether there are more. An alias of YAML that leads to itself makes endless ones. */
function isDeeper(value: unknown): boolean {
  const open = [{ value, level: 0 }];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { value, level } = one;
    if (typeof value !== 'object' || value === null) continue;
    if (level === mostLevels) return true;
    for (const member of Object.values(value)) open.push({ value: member, level: level + 1 });
  }
  return false;
}

/** The failure of a command that was given something wrong. */
export function wrongInput(sentence: string, cause?: unknown): CommandFailure {
  return new CommandFailure(sentence, { cause, exitCode: exitCodes.usage });
}

/** The parts of a reference: `other.yaml#/components/schemas/Order`. */
interface Reference {
  /** The address, as it was written; empty for the document itself. */
  file: string;
  /** What stands behind the `#`, with it; empty for all of the document. */
  fragment: string;
}

export function referenceOf(text: string): Reference {
  const mark = text.indexOf('#');
  if (mark === -1) return { file: text, fragment: '' };
  return { file: text.slice(0, mark), fragment: text.slice(mark) };
}

/** Whether the address is one of a file beside another file, and not of another kind. */
function isRelative(address: string): boolean {
  return address !== '' && !/^([a-z][a-z0-9+.-]*:|\/)/i.test(address);
}

/** The references in a document: every text that stands as a `$ref`. */
function referencesIn(document: unknown): string[] {
  const found: string[] = [];
  mapReferences(document, (text) => {
    found.push(text);
    return text;
  });
  return found;
}

/** The same document with other references. */
function mapReferences(document: unknown, changed: (reference: string) => string): unknown {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([name, member]): [string, unknown] => {
      const isReference = name === '$ref' && typeof member === 'string';
      return [name, isReference ? changed(member) : copy(member)];
    });
    return Object.fromEntries(members);
  };
  return copy(document);
}

/** The value at a pointer (RFC 6901, section 6): `#/components/schemas/Order`. `undefined` if it leads nowhere. */
function valueAt(document: unknown, fragment: string): unknown {
  if (fragment === '' || fragment === '#') return document;
  const [first, ...steps] = decodedFragment(fragment).split('/');
  if (first !== '#') return undefined;
  return steps.reduce<unknown>((value, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    return memberOf(value, name);
  }, document);
}

/** The pointer with one step more. */
export function pointerTo(fragment: string, name: string): string {
  // Half of a pair has no encoding. A name that has one is not found then.
  const step = encodeURIComponent(name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'));
  return `${fragment === '' ? '#' : fragment}/${step}`;
}

/** The member of an object, or item of a list, that is its own. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  // It has the member, whose type nobody knows.
  return (value as Record<string, unknown>)[name];
}

function decodedFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // It was not encoded.
    return fragment;
  }
}
