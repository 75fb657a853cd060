import type { Client } from 'pg';
import { connect } from '../../../server/test/postgres/connect.ts';
import type { FixtureFacts, Statement } from './fixture.ts';

/** Stores captures as an older version does: by its own statements, on a connection of its own. */
export class OldAppend implements AsyncDisposable {
  readonly #client: Client & AsyncDisposable;
  readonly #statements: readonly Statement[];
  /** The body of each. */
  readonly body = 'stored by an older version';
  /** How many were committed. */
  stored = 0;

  private constructor(client: Client & AsyncDisposable, statements: readonly Statement[]) {
    this.#client = client;
    this.#statements = statements.filter(({ text }) => !/^(begin|commit)/i.test(text));
  }

  /** @throws if the fixture has no such statements */
  static async start(url: string, { append }: FixtureFacts): Promise<OldAppend> {
    if (append === undefined) throw new Error('the fixture has no statements');
    return new OldAppend(await connect(url), append);
  }

  /** Stores one in a transaction that is still open then. */
  async begin(): Promise<void> {
    await this.#client.query('begin');
    for (const { text, values } of this.#statements) await this.#client.query(text, [...values]);
  }

  async commit(): Promise<void> {
    await this.#client.query('commit');
    this.stored += 1;
  }

  async rollback(): Promise<void> {
    await this.#client.query('rollback');
  }

  /** Stores one. @throws if the schema does not serve the statements any more: nothing is stored then */
  async once(): Promise<void> {
    try {
      await this.begin();
    } catch (error) {
      await this.rollback();
      throw error;
    }
    await this.commit();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client[Symbol.asyncDispose]();
  }
}
