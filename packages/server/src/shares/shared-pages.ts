import { mostSharedBodyBytes, type RedactionRules } from '@hookwell/core/redact';
import type { Client } from '../fairness/budget.ts';
import { RecentByBytes } from '../fairness/recent-by-bytes.ts';
import type { Parts } from '../parts.ts';
import { refuseGone } from '../requests/public.ts';
import { decodedBody, inBatches } from '../workers/decompress.ts';
import { TaskEnded, type WorkerPool } from '../workers/pool.ts';
import type { CaptureToRedact } from '../workers/redact-task.ts';
import { capturesById } from './shares.ts';

const mebibyte = 1024 * 1024;

/** A page ends with the request that makes its text so long. */
const maxPageBytes = 4 * mebibyte;
/** And with the one that makes what was read for it so much: heads and bodies, decoded ones if these are more. */
const maxReadBytes = 8 * mebibyte;
/** Each request counts for so much, at least. */
const minReadBytes = 4 * 1024;

/** One read of captures. Bodies that are never shown stay out. */
const readAtOnce = { maxBytes: mebibyte, withBody: true, largestBodyBytes: mostSharedBodyBytes };
/** What one task redacts. The slowest MiB that was found takes 140 ms. */
const maxBatchBytes = mebibyte;
const timeoutMs = 1000;
const waitMs = 10_000;

/** Pages that are remembered for the next reader: a share may be read by thousands. */
const maxRememberedBytes = 32 * mebibyte;
/** Of each, beside its text. */
const entryBytes = 2048;

/** A thing as it is shown to strangers. */
export interface Shown {
  accountId: number;
  endpointId: number;
  /** Absent if all requests of the endpoint are shown. */
  captureId: number | undefined;
  token: string;
  /** Of the endpoint; it has no settings if this is 0. */
  settingsVersion: number;
  redact: RedactionRules['redact'];
  fields: readonly string[];
}

/** The captures of one page, before they are read. */
export interface FoundPage {
  shown: Shown;
  /** Another one if anything is redacted otherwise. */
  rulesKey: string;
  /** Newest first. */
  ids: readonly number[];
  /** Whether older ones follow. */
  more: boolean;
}

export interface MadePage {
  /** `SharedRequest`s as JSON with commas between them, in UTF-8. It may be that of other readers too. */
  text: Uint8Array;
  /** The number of them. */
  count: number;
  /** The last capture that was looked at, if older ones follow. */
  through: number | undefined;
}

interface ReadCapture extends CaptureToRedact {
  id: number;
  /** It took so much to read. */
  bytes: number;
}

/** Makes pages of captures as strangers see them. What one page costs at most is known before: see the constants. */
export class SharedPages {
  readonly #store: Parts['store'];
  readonly #parties: Parts['parties'];
  readonly #pool: Pick<WorkerPool, 'run'>;
  readonly #remembered = new RecentByBytes<string, MadePage>(
    maxRememberedBytes,
    ({ text }) => text.length + entryBytes,
  );

  constructor({ store, parties }: Pick<Parts, 'store' | 'parties'>, pool: Pick<WorkerPool, 'run'>) {
    this.#store = store;
    this.#parties = parties;
    this.#pool = pool;
  }

  /** Finds which captures a page has: what its text follows from. */
  async find(
    shown: Shown,
    { limit, before }: { limit: number; before?: number | undefined },
  ): Promise<FoundPage> {
    const { accountId, endpointId, captureId, settingsVersion, redact, fields } = shown;
    const rulesKey = JSON.stringify([settingsVersion, redact, fields]);
    if (captureId === undefined) {
      const query = { before, limit, order: 'newestFirst' as const };
      const found = await this.#store.captures.readIds({ accountId, endpointId }, query);
      return { shown, rulesKey, ...found };
    }
    const isBelow = before === undefined || captureId < before;
    return { shown, rulesKey, ids: isBelow ? [captureId] : [], more: false };
  }

  /**
   * @throws {Overloaded} if the client goes away, or no thread is free in time
   * @throws {StoreUnavailable | NotAnswered} if the store cannot be read, or the server stops
   */
  async make(found: FoundPage, client: Client): Promise<MadePage> {
    const { accountId, endpointId } = found.shown;
    const key = JSON.stringify([endpointId, found.rulesKey, found.ids, found.more]);
    const known = this.#remembered.get(key);
    if (known !== undefined) return known;
    const tenant = this.#parties.of(accountId);
    const page = await this.#make(found, tenant, client);
    this.#remembered.set(key, page, tenant);
    return page;
  }

  async #make({ shown, ids, more }: FoundPage, tenant: number, client: Client): Promise<MadePage> {
    const rules = await this.#rulesOf(shown);
    const texts: Uint8Array[] = [];
    let textBytes = 0;
    let readBytes = 0;
    const oldest = ids.at(-1);
    const captures = this.#captures(shown, ids, tenant, client);
    for await (const batch of inBatches(captures, ({ bytes }) => bytes, maxBatchBytes)) {
      const redacted = await this.#redact(batch, rules, tenant, client);
      for (const [index, { id, bytes }] of batch.entries()) {
        const text = redacted[index] ?? new Uint8Array();
        texts.push(text);
        textBytes += text.length;
        readBytes += bytes;
        if (textBytes < maxPageBytes && readBytes < maxReadBytes) continue;
        return joined(texts, more || id !== oldest ? id : undefined);
      }
    }
    return joined(texts, more ? oldest : undefined);
  }

  /** Reads and decodes the captures of a page, as they are asked for. */
  async *#captures(
    { accountId, endpointId }: Shown,
    ids: readonly number[],
    tenant: number,
    client: Client,
  ): AsyncGenerator<ReadCapture, void> {
    const scope = { accountId, endpointId };
    for await (const capture of capturesById(this.#store.captures, scope, ids, readAtOnce)) {
      refuseGone(client);
      const { id, receivedAt, method, target, headers, bodySize } = capture;
      const decoded =
        capture.body && (await decodedBody(tenant, capture, mostSharedBodyBytes, client.gone));
      const body = decoded?.isDecoded ? decoded.body : undefined;
      const bytes = Math.max(minReadBytes, headers.length + target.length + (decoded?.bytes ?? 0));
      yield { id, receivedAt, method, target, headers, bodySize, body, bytes };
    }
  }

  /** Bodies that take too long are left out, as long ones are. */
  async #redact(
    batch: readonly ReadCapture[],
    rules: RedactionRules,
    tenant: number,
    { gone }: Client,
  ): Promise<Uint8Array[]> {
    const options = { tenant, timeoutMs, waitMs, signal: gone };
    const run = (captures: readonly CaptureToRedact[]) =>
      this.#pool.run('redact', () => ({ ask: { captures, rules } }), options);
    try {
      return await run(batch);
    } catch (error) {
      if (!(error instanceof TaskEnded)) throw error;
      return await run(batch.map((capture) => ({ ...capture, body: undefined })));
    }
  }

  async #rulesOf({ endpointId, settingsVersion, token, redact, fields }: Shown) {
    const row =
      settingsVersion > 0 &&
      (await this.#store.db
        .selectFrom('endpoint_settings')
        .select('document')
        .where('endpoint_id', '=', endpointId)
        .executeTakeFirst());
    const signatureHeaders = row ? headersIn(row.document) : [];
    return { redact, fields, signatureHeaders, hidden: [token] };
  }
}

function joined(texts: readonly Uint8Array[], through: number | undefined): MadePage {
  const parts = texts.flatMap((text, index) => (index === 0 ? [text] : [comma, text]));
  return { text: Buffer.concat(parts), count: texts.length, through };
}

const comma = Buffer.from(',');

/** The headers that `verify` names: of the secret, the signature, its time and its id. Those of known schemes are hidden anyway. */
function headersIn(document: string): string[] {
  const { header, timestampHeader, idHeader } = Object(Object(JSON.parse(document)).verify);
  return [header, timestampHeader, idHeader].filter((name) => typeof name === 'string');
}
