import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CheckedSchema, readSchema, SchemaError } from '@hookwell/schemas';
import type { Surroundings } from '../command-line/command.ts';
import { isRelative, mapReferences, referenceOf, referencesIn, valueAt } from './references.ts';
import { readSchemaDocument, wrongInput } from './schema-document.ts';

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
