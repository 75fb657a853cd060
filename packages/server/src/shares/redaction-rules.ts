import { createHash } from 'node:crypto';
import type { RedactionRules } from '@hookwell/core/redact';
import { RecentByBytes } from '../fairness/recent-by-bytes.ts';
import type { Parts } from '../parts.ts';

/** A thing as it is shown to strangers. */
export interface Shown {
  accountId: number;
  endpointId: number;
  /** Absent if all requests of the endpoint are shown. */
  captureId: number | undefined;
  token: string;
  /** Of the endpoint. */
  settingsVersion: number;
  redact: RedactionRules['redact'];
  fields: readonly string[];
}

/** The rules by which one endpoint is shown, and a short text that is another one for other rules. */
export interface RulesOfShown {
  rules: RedactionRules;
  key: string;
}

/** Names of headers are short, and most endpoints have none of their own. */
const mostRememberedHeaderBytes = 1024 * 1024;

/** Finds the rules by which requests are redacted. */
export class RedactionRulesOf {
  readonly #parts: Pick<Parts, 'store' | 'parties' | 'longWork'>;
  /** The headers that the settings of an endpoint name, by endpoint and version. */
  readonly #headers = new RecentByBytes<string, readonly string[]>(
    mostRememberedHeaderBytes,
    (headers) => 200 + 2 * headers.join().length,
  );

  constructor(parts: Pick<Parts, 'store' | 'parties' | 'longWork'>) {
    this.#parts = parts;
  }

  async of(shown: Shown): Promise<RulesOfShown> {
    const { redact, fields, token } = shown;
    const rules = {
      redact,
      fields,
      signatureHeaders: await this.#headersOf(shown),
      hidden: [token],
    };
    const key = createHash('sha256').update(JSON.stringify(rules)).digest('base64url');
    return { rules, key };
  }

  async #headersOf({ accountId, endpointId, settingsVersion }: Shown): Promise<readonly string[]> {
    // Without settings there is no version.
    if (settingsVersion === 0) return [];
    const key = `${endpointId} ${settingsVersion}`;
    const known = this.#headers.get(key);
    if (known !== undefined) return known;
    const { store, parties, longWork } = this.#parts;
    const party = parties.of(accountId);
    const row = await store.db
      .selectFrom('endpoint_settings')
      .select('document')
      .where('endpoint_id', '=', endpointId)
      .executeTakeFirst();
    const headers =
      row === undefined
        ? []
        : await longWork.run(party, (count) => count(() => headersIn(row.document)));
    // If they have changed since the endpoint was read, nobody reads the older version any more.
    this.#headers.set(key, headers, party);
    return headers;
  }
}

/** The headers that `verify` names: of the secret, the signature, its time and its id. Those of known schemes are hidden anyway. */
function headersIn(document: string): string[] {
  const { header, timestampHeader, idHeader } = Object(Object(JSON.parse(document)).verify);
  return [header, timestampHeader, idHeader].filter((name) => typeof name === 'string');
}
