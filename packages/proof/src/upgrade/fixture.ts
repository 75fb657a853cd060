import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Store } from '../world/world.ts';
import type { Answer } from './answer.ts';
import type { Credentials } from './caller.ts';

/** What is told of a database beside it. */
export interface FixtureFacts {
  /** The first line of the commit of the version that made it. */
  madeBy: string;
  /** When that version was asked, in milliseconds since 1970. Sessions, guests and captures expire by it. */
  askedAt: number;
  visitors: Record<string, Credentials>;
  /** What that version answered for everything that it had. */
  answers: readonly Answer[];
  /** An endpoint of an account that no answer is about. */
  spare: { token: string; endpointId: number; credentials: Credentials };
  /** The statements that stored one capture at `spare`, one after another on one connection. On PostgreSQL alone. */
  append?: readonly Statement[];
}

/** A statement as a connection was asked for it; values are in PostgreSQL's text format. */
export interface Statement {
  text: string;
  values: readonly (string | null)[];
}

/** A database as a version of the past left it. */
export interface Fixture {
  store: Store;
  /** The number of its schema. */
  number: number;
}

const folder = join(import.meta.dirname, '../../fixtures/schema');

/** The file with the database, and the one with what is told of it, without the folder. */
export function fixtureFiles({ store, number }: Fixture): { database: string; facts: string } {
  const name = `${store}-${String(number).padStart(3, '0')}`;
  return {
    database: join(folder, `${name}.${store === 'sqlite' ? 'db' : 'sql'}.gz`),
    facts: join(folder, `${name}.json.gz`),
  };
}

/** All that are kept, the oldest first. */
export function fixturesOf(store: Store): Fixture[] {
  return readdirSync(folder)
    .flatMap((file) => {
      const [, kind, number] = /^(\w+)-(\d+)\.(?:db|sql)\.gz$/.exec(file) ?? [];
      return kind === store ? [{ store, number: Number(number) }] : [];
    })
    .sort((a, b) => a.number - b.number);
}

/** The SQLite file, or the SQL text that makes the PostgreSQL database. */
export function fixtureDatabase(fixture: Fixture): Buffer {
  return gunzipSync(readFileSync(fixtureFiles(fixture).database));
}

export function fixtureFacts(fixture: Fixture): FixtureFacts {
  return JSON.parse(gunzipSync(readFileSync(fixtureFiles(fixture).facts)).toString());
}
