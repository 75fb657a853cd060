import type { RefusedReason } from '@hookwell/core/api';
import { type ClientAddress, networkPrefixOf } from '../connections/client-address.ts';
import type { RefusedHead } from '../connections/request-head.ts';
import { originForm, tokenOf } from '../connections/request-target.ts';
import type { Parts } from '../parts.ts';
import type { RefusalLog } from '../refusal-log/refusal-log.ts';
import { shownPath } from '../refusal-log/shown-path.ts';
import type { KnownEndpoints } from './known-endpoints.ts';

interface Refused {
  reason: RefusedReason;
  /** Undefined if it was not answered. */
  status?: number | undefined;
  detail?: string | undefined;
  arrivedBytes: number;
}

/** Notes refused requests for the owners of their endpoints: never a header's value, nor a query or a body. */
export class RefusalNotes {
  readonly #log: RefusalLog;
  readonly #endpoints: KnownEndpoints;
  readonly #parts: Pick<Parts, 'clock' | 'parties'>;
  readonly #clientAddress: ClientAddress;

  constructor(
    log: RefusalLog,
    endpoints: KnownEndpoints,
    parts: Pick<Parts, 'clock' | 'parties'>,
    clientAddress: ClientAddress,
  ) {
    this.#log = log;
    this.#endpoints = endpoints;
    this.#parts = parts;
    this.#clientAddress = clientAddress;
  }

  /** Whether an endpoint can have this address. */
  isForEndpoint({ url }: RefusedHead): boolean {
    return tokenOf(url) !== undefined;
  }

  note(head: RefusedHead, { reason, status, detail, arrivedBytes }: Refused): void {
    const { method, url } = head;
    const token = tokenOf(url);
    if (token === undefined) return;
    const ipAddress = this.#clientAddress(head);
    const network = networkPrefixOf(ipAddress);
    const at = this.#parts.clock();
    this.#log.note(
      this.#partyOf(token, network),
      { token, at, reason, status, method, network },
      () => ({
        detail,
        path: shownPath(pathOf(url)),
        ipAddress,
        bytes: bytesOf(head, arrivedBytes),
      }),
    );
  }

  /** While nobody knows whether there is such an endpoint, it counts for the sender. */
  #partyOf(token: string, network: string): number {
    const { parties } = this.#parts;
    const known = this.#endpoints.get(token);
    return known === undefined ? parties.ofNetwork(network) : parties.of(known.accountId);
  }
}

/** The path without its query. */
function pathOf(url: string): string {
  const [path = ''] = originForm(url).split(/[?#]/, 1);
  return path;
}

/** The bytes of body that were announced, else those that came; undefined if it has none. */
function bytesOf({ headers }: RefusedHead, arrivedBytes: number): number | undefined {
  const announced = headers['content-length'] ?? '';
  if (/^\d{1,15}$/.test(announced)) return Number(announced);
  return arrivedBytes > 0 || headers['transfer-encoding'] !== undefined ? arrivedBytes : undefined;
}
