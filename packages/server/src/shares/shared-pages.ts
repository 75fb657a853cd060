import { mostSharedBodyBytes } from '@hookwell/core/redact';
import type { StoredCapture } from '../capture-log/captures.ts';
import type { Client } from '../fairness/budget.ts';
import { type RateLimits, Rates } from '../fairness/rates.ts';
import { RecentByBytes } from '../fairness/recent-by-bytes.ts';
import type { Parts } from '../parts.ts';
import { refuseGone } from '../requests/public.ts';
import { ownBytes } from '../threads/messages.ts';
import { ThreadClient } from '../threads/thread-client.ts';
import { RedactionRulesOf, type RulesOfShown, type Shown } from './redaction-rules.ts';
import type { RedactionExchanges } from './redaction-thread.ts';

const mebibyte = 1024 * 1024;

/** A page ends with the request that makes its text so long. */
const mostPageBytes = 4 * mebibyte;
/** And with the one that makes what was redacted for it so much: heads and bodies, decoded ones if these are more. */
const mostWorkBytes = 8 * mebibyte;
/** What is handed to the thread is counted so at least. */
const leastWorkBytes = 4 * 1024;

/** One read of captures: bodies that are never shown stay out, so it has twice as much at most. */
const capturesAtOnce = {
  maxBytes: mebibyte,
  withBody: true,
  largestBodyBytes: mostSharedBodyBytes,
};
const mostCapturesAtOnce = 25;

/** Of the shares of one account: what is redacted, and not remembered. */
const workLimits: RateLimits = { burst: 32 * mebibyte, perSecond: 8 * mebibyte };

/** Redacted requests that are remembered, for the next reader: a share may be read by thousands. */
const mostRememberedBytes = 32 * mebibyte;
/** Of each, beside its text. */
const entryBytes = 300;

/** The heap of the thread: a body of 1 MiB as text, in parts, and what is shown of it. */
const heapMebibytes = 128;

/** The captures of one page, before they are read. */
export interface FoundPage {
  shown: Shown;
  rules: RulesOfShown;
  /** Newest first. */
  ids: readonly number[];
  /** Whether older ones follow. */
  more: boolean;
}

export interface MadePage {
  /** Each a `SharedRequest` as JSON, in UTF-8. */
  texts: readonly Uint8Array[];
  /** The last capture that was looked at, if older ones follow. */
  through: number | undefined;
}

/** For tests. */
interface PageOptions {
  thread?: ThreadClient<RedactionExchanges>;
}

/** The thread that redacts; the first page starts it. */
function redactionThread(log: Parts['log']): ThreadClient<RedactionExchanges> {
  return new ThreadClient({
    address: new URL('./redaction-thread.ts', import.meta.url),
    name: 'redaction',
    work: 'redacts shared requests',
    log,
    limits: { maxOldGenerationSizeMb: heapMebibytes, maxYoungGenerationSizeMb: 8 },
  });
}

/** Makes pages of captures as strangers see them. What one page costs at most is known before: see the constants. */
export class SharedPages {
  readonly #parts: Pick<Parts, 'store' | 'parties'>;
  readonly #rules: RedactionRulesOf;
  readonly #thread: ThreadClient<RedactionExchanges>;
  readonly #rate = new Rates(workLimits);
  readonly #remembered = new RecentByBytes<string, Uint8Array>(
    mostRememberedBytes,
    (text) => text.length + entryBytes,
  );

  constructor(
    parts: Pick<Parts, 'store' | 'parties' | 'longWork' | 'log'>,
    { thread = redactionThread(parts.log) }: PageOptions = {},
  ) {
    this.#parts = parts;
    this.#rules = new RedactionRulesOf(parts);
    this.#thread = thread;
  }

  /** Finds which captures a page has: what its text follows from. */
  async find(
    shown: Shown,
    { limit, before }: { limit: number; before?: number | undefined },
  ): Promise<FoundPage> {
    const { captures } = this.#parts.store;
    const { accountId, endpointId, captureId } = shown;
    const rules = await this.#rules.of(shown);
    if (captureId === undefined) {
      const scope = { accountId, endpointId };
      const asked = { before, limit, order: 'newestFirst' as const };
      return { shown, rules, ...(await captures.readIds(scope, asked)) };
    }
    const isBelow = before === undefined || captureId < before;
    return { shown, rules, ids: isBelow ? [captureId] : [], more: false };
  }

  /**
   * @throws {Overloaded} if the client goes away
   * @throws {StoreUnavailable | NotAnswered} if the store cannot be read, or the thread dies
   */
  async make({ shown, rules, ids, more }: FoundPage, client: Client): Promise<MadePage> {
    const { captures } = this.#parts.store;
    const { accountId, endpointId } = shown;
    const party = this.#parts.parties.of(accountId);
    const texts: Uint8Array[] = [];
    let textBytes = 0;
    let workBytes = 0;
    const keyOf = (id: number) => `${endpointId} ${id} ${rules.key}`;
    const add = (text: Uint8Array): void => {
      texts.push(text);
      textBytes += text.length;
    };
    const isFull = () => textBytes >= mostPageBytes || workBytes >= mostWorkBytes;
    for (let at = 0; at < ids.length; ) {
      if (isFull()) return { texts, through: ids[at - 1] };
      const known = this.#remembered.get(keyOf(ids[at] ?? 0));
      if (known !== undefined) {
        add(known);
        at += 1;
        continue;
      }
      await this.#rate.wait(party);
      refuseGone(client);
      const asked = ids.slice(at, at + mostCapturesAtOnce);
      // Any of these may be forgotten before its place is reached.
      const remembered = new Map(asked.map((id) => [id, this.#remembered.get(keyOf(id))]));
      const unknown = asked.filter((id) => remembered.get(id) === undefined);
      const page = await captures.readByIds({ accountId, endpointId }, unknown, capturesAtOnce);
      const read = new Map(page.captures.map((capture) => [capture.id, capture]));
      const last = page.captures.at(-1)?.id ?? ids[at] ?? 0;
      for (const id of page.more ? asked.slice(0, asked.indexOf(last) + 1) : asked) {
        if (isFull()) break;
        at += 1;
        const capture = read.get(id);
        if (capture === undefined) {
          // It was remembered, or is gone.
          const text = remembered.get(id);
          if (text !== undefined) add(text);
          continue;
        }
        const { text, bytes } = await this.#redact(party, capture, rules, client);
        this.#remembered.set(keyOf(id), text, party);
        this.#rate.count(party, bytes);
        workBytes += bytes;
        add(text);
      }
    }
    return { texts, through: more ? ids.at(-1) : undefined };
  }

  /** Ends the thread, once it has done what it is at. */
  close(): Promise<void> {
    return this.#thread.close();
  }

  async #redact(
    party: number,
    { receivedAt, method, target, headers, bodySize, body }: StoredCapture,
    { rules }: RulesOfShown,
    client: Client,
  ): Promise<{ text: Uint8Array; bytes: number }> {
    const sentBytes = headers.length + target.length + (body?.length ?? 0);
    const own = body && ownBytes(body);
    const capture = { receivedAt, method, target, headers, bodySize };
    const ask = { party, capture, body: own, rules };
    const { text, decodedBytes } = await this.#thread.ask(
      'redact',
      ask,
      own && [own.buffer],
      client.gone,
    );
    return { text, bytes: Math.max(leastWorkBytes, sentBytes, decodedBytes) };
  }
}
