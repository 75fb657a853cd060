import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { query } from '../postgres/connect.ts';

/** Settings of a node under load: it keeps everything, and logs failures. */
export const environment = {
  HOOKWELL_PLANS: '{"free":{"requestsPerEndpoint":1000000,"bytes":1000000000000}}',
  HOOKWELL_LOG_LEVEL: 'warn',
};

/** The answer that the sender of one webhook got. */
interface Answer {
  sender: number;
  /** 0 if the connection ended without an answer. */
  status: number;
  id: number;
  body: Buffer;
  retryAfter: string | null;
}

/** Webhooks from several senders at once, each sending one after the other, until it is stopped. */
export class Load {
  readonly #url: string;
  readonly #answers: Answer[] = [];
  readonly #senders: Promise<void>[];
  #stopped = false;

  constructor(server: { url: string }, token: string, senders = 16) {
    this.#url = `${server.url}/wh/${token}`;
    this.#senders = Array.from({ length: senders }, (_, sender) => this.#send(sender));
  }

  /** Waits until this number of further answers with this status came. */
  async more(status: number, count = 50, deadlineMs = 60_000): Promise<void> {
    const wanted = this.#count(status) + count;
    await eventually(
      () => this.#count(status),
      (found) => found >= wanted,
      deadlineMs,
    );
  }

  /** All answers so far. */
  async stop(): Promise<readonly Answer[]> {
    this.#stopped = true;
    await Promise.all(this.#senders);
    return this.#answers;
  }

  #count(status: number): number {
    return this.#answers.reduce((sum, answer) => sum + (answer.status === status ? 1 : 0), 0);
  }

  async #send(sender: number): Promise<void> {
    while (!this.#stopped) {
      // The text is long enough to be the only one of its kind.
      const body = randomBytes(randomInt(16, 1000));
      const answer = await postWebhook(this.#url, body);
      this.#answers.push({ sender, body, ...answer });
      // A refused sender comes back a little later, as real senders do.
      if (answer.status !== 200) await sleep(20);
    }
  }
}

async function postWebhook(
  url: string,
  body: Buffer,
): Promise<Pick<Answer, 'status' | 'id' | 'retryAfter'>> {
  try {
    const response = await fetch(url, { method: 'POST', body });
    const answer: unknown = await response.json();
    const id = answer instanceof Object && 'id' in answer ? Number(answer.id) : 0;
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, id, retryAfter };
  } catch {
    return { status: 0, id: 0, retryAfter: null };
  }
}

/** Each webhook was stored or refused, and refused senders were told when to come back. */
export function expectPlainAnswers(answers: readonly Answer[]): void {
  const odd = answers.filter(
    ({ status, retryAfter }) => status !== 200 && (status !== 503 || retryAfter === null),
  );
  expect(odd.map(({ status, retryAfter }) => ({ status, retryAfter }))).toEqual([]);
}

/**
 * Acknowledged captures are there byte for byte, under ids that rise and that no other sender was told; and no
 * capture is there twice, acknowledged or not.
 */
export async function expectAllStored(
  databaseUrl: string,
  answers: readonly Answer[],
): Promise<void> {
  const rows = await query(databaseUrl, 'select id, body from captured_request');
  const stored = new Map(rows.map(({ id, body }) => [Number(id), body]));
  const acknowledged = answers.filter(({ status }) => status === 200);
  const wrong = acknowledged.filter(({ id, body }) => {
    const found = stored.get(id);
    return !(found instanceof Buffer && found.equals(body));
  });
  expect(wrong.map(({ id }) => id)).toEqual([]);
  expect(new Set(acknowledged.map(({ id }) => id)).size).toBe(acknowledged.length);
  expect(new Set(rows.map(({ body }) => String(body))).size).toBe(rows.length);
  const latest = new Map<number, number>();
  for (const { sender, id } of acknowledged) {
    expect(id).toBeGreaterThan(latest.get(sender) ?? 0);
    latest.set(sender, id);
  }
}
