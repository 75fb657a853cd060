import { errorMessage } from '@hookwell/core/api/error-message';
import { send, Visitor } from '../start-server.ts';

/** What a well-behaved account met. */
export interface Experience {
  /** Half of its captures, and of its reads, took fewer milliseconds. */
  captureMedian: number;
  readMedian: number;
  /** Of a hundred operations. */
  refusedPercent: number;
  refusals: string[];
}

/** The time after which the account gives up. */
const patienceMs = 20_000;
const captureEveryMs = 20;
const readEveryMs = 100;

/** A registered account with one endpoint, which captures and reads at a steady rate. */
export class Neighbour {
  readonly #visitor: Visitor;
  readonly #token: string;
  /** The bodies that were acknowledged, by the ids of their captures. */
  readonly acknowledged = new Map<number, string>();

  constructor(visitor: Visitor, token: string) {
    this.#visitor = visitor;
    this.#token = token;
  }

  static async register(server: { url: string }): Promise<Neighbour> {
    const visitor = new Visitor(server);
    const credentials = { email: 'neighbour@example.com', password: 'a long password' };
    await visitor.ask(201, 'POST', '/api/auth/register', credentials);
    return new Neighbour(visitor, await visitor.endpoint());
  }

  async use(milliseconds: number): Promise<Experience> {
    const captures: number[] = [];
    const reads: number[] = [];
    const refusals: string[] = [];
    const begun: Promise<void>[] = [];
    const time = async (took: number[], operation: () => Promise<void>): Promise<void> => {
      const began = performance.now();
      try {
        await operation();
        took.push(performance.now() - began);
      } catch (error) {
        refusals.push(errorMessage(error));
      }
    };
    const repeat = async (everyMs: number, took: number[], operation: () => Promise<void>) => {
      for (let due = 0; due < milliseconds; due += everyMs) {
        begun.push(time(took, operation));
        await new Promise((resolve) => setTimeout(resolve, everyMs));
      }
    };
    await Promise.all([
      repeat(captureEveryMs, captures, () => this.#capture()),
      repeat(readEveryMs, reads, () => this.#read()),
    ]);
    await Promise.all(begun);
    return {
      captureMedian: median(captures),
      readMedian: median(reads),
      refusedPercent: (100 * refusals.length) / begun.length,
      refusals,
    };
  }

  /** The bodies of all that is stored, by id. */
  async stored(): Promise<Map<number, string>> {
    const path = `/api/requests/endpoint/${this.#token}`;
    const list: { id: number; body: { raw: string } }[] = await this.#visitor.ask(200, 'GET', path);
    return new Map(list.map(({ id, body }) => [id, body.raw]));
  }

  async #capture(): Promise<void> {
    const body = `body ${crypto.randomUUID()}`;
    const signal = AbortSignal.timeout(patienceMs);
    const { status, id } = await send(this.#visitor.server, this.#token, {
      ...{ method: 'POST', body, signal },
    });
    if (status !== 200) throw new Error(`a capture was answered ${status}`);
    this.acknowledged.set(id, body);
  }

  async #read(): Promise<void> {
    await this.#visitor.ask(200, 'GET', `/api/requests/endpoint/${this.#token}?limit=20`);
  }
}

/** Infinite if there is none. */
function median(values: number[]): number {
  return (
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.POSITIVE_INFINITY
  );
}
