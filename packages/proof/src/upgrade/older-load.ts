import { setTimeout as sleep } from 'node:timers/promises';
import { migrations } from '../../../server/src/database/postgres/schema/migrations.ts';
import { call } from './caller.ts';
import type { Fixture, FixtureFacts } from './fixture.ts';
import { OldAppend } from './old-append.ts';

const pauseMs = 20;

/**
 * What an older version, which does not run here any more, goes on to do to its database while nodes of today migrate it: its own
 * statements store one capture after another at the spare endpoint.
 */
export class OlderLoad implements AsyncDisposable {
  readonly #append: OldAppend;
  readonly #working: Promise<void>;
  #isStopped = false;
  /** What PostgreSQL said when the statements failed. */
  #failures = new Set<string>();

  private constructor(append: OldAppend) {
    this.#append = append;
    this.#working = this.#work();
  }

  static async start(url: string, facts: FixtureFacts): Promise<OlderLoad> {
    return new OlderLoad(await OldAppend.start(url, facts));
  }

  async #work(): Promise<void> {
    while (!this.#isStopped) {
      await this.#append.once().catch((error: unknown) => {
        this.#failures.add(error instanceof Error ? error.message : String(error));
      });
      await sleep(pauseMs);
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#working;
  }

  get stored(): number {
    return this.#append.stored;
  }

  /** A sentence for everything that was promised to the older version and is not so, by what a node of today answers. */
  async violations(url: string, { number }: Fixture, { spare }: FixtureFacts): Promise<string[]> {
    const answer = await call(url, spare.credentials, 'GET', '/api/requests');
    const list: { body: { raw: string } }[] = JSON.parse(await answer.text());
    const found = list.filter(({ body }) => body.raw === this.#append.body).length;
    const usage = await call(url, spare.credentials, 'GET', '/api/usage');
    const { requests }: { requests: number } = JSON.parse(await usage.text());
    const needed = migrations.at(-1)?.neededVersion ?? 0;
    // Other versions may be refused, but then nothing is stored.
    const failed = number >= needed ? [...this.#failures] : [];
    return [
      // The fixture has one.
      ...(found === this.stored + 1
        ? []
        : [`the older version stored ${this.stored + 1} captures, and ${found} are there`]),
      ...(requests === list.length
        ? []
        : [`${list.length} captures of the older version are counted as ${requests}`]),
      ...failed.map((message) => `the older version, which may go on, was refused: ${message}`),
    ];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await this.#append[Symbol.asyncDispose]();
  }
}
