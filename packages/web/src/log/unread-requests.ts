import type { CapturedRequestSummary } from '@hookwell/client';
import { Subscribers } from '../live/listeners.ts';
import { readSetting, teamId, writeSetting } from '../page/this-page.ts';

/** Past so many, the oldest count as read. */
const mostUnread = 20_000;

/** The unread requests of one endpoint, as a browser keeps them. */
interface KeptUnread {
  /** The newest request that was in a list, or arrived. */
  through: number;
  /** The unread ones up to it. Their ids rise. */
  ids: readonly number[];
  /** Whether older ones were left out. */
  isCut?: boolean;
}

/** The captured requests that arrived since the account was first shown in this browser and are not read yet. */
export class UnreadRequests {
  /** The endpoint id of each captured request by its id, the oldest first. */
  readonly #endpoints = new Map<number, number>();
  readonly #counts = new Map<number, number>();
  /** The newest known request of each endpoint. */
  readonly #through = new Map<number, number>();
  readonly #listeners = new Subscribers<void>();
  #version = 0;

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);
  /** Another number after every change. */
  readonly getVersion = (): number => this.#version;

  add(summaries: readonly Pick<CapturedRequestSummary, 'id' | 'endpointId'>[]): void {
    for (const { id, endpointId } of summaries) {
      this.#raise(endpointId, id);
      if (this.#endpoints.has(id)) continue;
      this.#endpoints.set(id, endpointId);
      this.#counts.set(endpointId, this.count(endpointId) + 1);
    }
    for (const id of this.#endpoints.keys()) {
      if (this.#endpoints.size <= mostUnread) break;
      this.#forget(id);
    }
    this.#changed();
  }

  /**
   * Takes the newest page of a list. The requests that came while no page was open are unread, but not those of an
   * endpoint that this browser shows for the first time.
   */
  addMissed(newestFirst: readonly Pick<CapturedRequestSummary, 'id' | 'endpointId'>[]): void {
    const missed = newestFirst
      .filter(({ id, endpointId }) => id > (this.#through.get(endpointId) ?? id))
      .reverse();
    const isKnown = newestFirst.every(({ endpointId }) => this.#through.has(endpointId));
    for (const { id, endpointId } of newestFirst) this.#raise(endpointId, id);
    if (missed.length > 0) this.add(missed);
    else if (!isKnown) this.#changed();
  }

  /** Whether any request of the endpoint, or of one of all, was ever shown in this browser. */
  hasSeen(endpointId: number | undefined): boolean {
    return endpointId === undefined ? this.#through.size > 0 : this.#through.has(endpointId);
  }

  /** Everything, by endpoint id. */
  state(): Map<number, KeptUnread> {
    const ids = Map.groupBy(this.#endpoints.keys(), (id) => this.#endpoints.get(id) ?? 0);
    return new Map(
      [...this.#through].map(([endpointId, through]) => [
        endpointId,
        { through, ids: ids.get(endpointId) ?? [] },
      ]),
    );
  }

  /** Takes the state of another tab, or of an earlier page. About requests that it does not know, it says nothing. */
  take(state: ReadonlyMap<number, KeptUnread>): void {
    for (const [endpointId, { through, ids, isCut }] of state) {
      const unread = new Set(ids);
      const oldest = isCut ? (ids[0] ?? 0) : 0;
      // A request that this tab knows and does not have among its unread ones was read here.
      const known = this.#through.get(endpointId) ?? 0;
      for (const [id, itsEndpoint] of this.#endpoints) {
        if (itsEndpoint !== endpointId || id < oldest || id > through) continue;
        if (!unread.has(id)) this.#forget(id);
      }
      for (const id of ids) {
        if (id <= known || this.#endpoints.has(id)) continue;
        this.#endpoints.set(id, endpointId);
        this.#counts.set(endpointId, this.count(endpointId) + 1);
      }
      this.#raise(endpointId, through);
    }
    this.#changed();
  }

  /** Forgets everything. To be called when the session changes. */
  forget(): void {
    this.#endpoints.clear();
    this.#counts.clear();
    this.#through.clear();
    this.#changed();
  }

  #raise(endpointId: number, id: number): void {
    this.#through.set(endpointId, Math.max(id, this.#through.get(endpointId) ?? 0));
  }

  has(id: number): boolean {
    return this.#endpoints.has(id);
  }

  /** The number of unread ones, of one endpoint or of all. */
  count(endpointId?: number): number {
    if (endpointId === undefined) return this.#endpoints.size;
    return this.#counts.get(endpointId) ?? 0;
  }

  markRead(id: number): void {
    if (!this.#endpoints.has(id)) return;
    this.#forget(id);
    this.#changed();
  }

  /** Marks the captured requests as read for which the condition holds. */
  markReadWhere(isRead: (request: { id: number; endpointId: number }) => boolean): void {
    const before = this.#endpoints.size;
    for (const [id, endpointId] of this.#endpoints) {
      if (isRead({ id, endpointId })) this.#forget(id);
    }
    if (this.#endpoints.size !== before) this.#changed();
  }

  #forget(id: number): void {
    const endpointId = this.#endpoints.get(id);
    if (endpointId === undefined) return;
    this.#endpoints.delete(id);
    this.#counts.set(endpointId, this.count(endpointId) - 1);
  }

  #changed(): void {
    this.#version += 1;
    this.#listeners.tell();
  }
}

/** Of each endpoint so many of the newest unread requests are kept, of so many endpoints. */
const mostIds = 2000;
const mostEndpoints = 100;
const writeAfterMs = 300;

/** Those of a team stand beside those of the user's own account. */
const setting = teamId === undefined ? 'unread' : (`unread.${teamId}` as const);

/** Keeps the unread requests of one account in this browser, for the next page and for the other tabs. */
export class UnreadKeeper {
  readonly #unread: UnreadRequests;
  #accountId: number | undefined;
  #writing: ReturnType<typeof setTimeout> | undefined;
  #isTaking = false;

  constructor(unread: UnreadRequests) {
    this.#unread = unread;
    unread.subscribe(() => this.#writeSoon());
    addEventListener('pagehide', () => this.#writeNow());
    addEventListener('storage', ({ key }) => {
      if (key === `hookwell.${setting}`) this.#take();
    });
  }

  /** Begins with what the account has left here. */
  open(accountId: number): void {
    this.#accountId = accountId;
    this.#take();
  }

  /** Keeps nothing until the next account. */
  close(): void {
    this.#writeNow();
    this.#accountId = undefined;
  }

  #take(): void {
    const kept = parseUnread(readSetting(setting));
    if (kept === undefined || kept.accountId !== this.#accountId) return;
    this.#isTaking = true;
    this.#unread.take(kept.endpoints);
    this.#isTaking = false;
  }

  #writeSoon(): void {
    // Two tabs that take over from each other must not write forever.
    if (this.#isTaking || this.#accountId === undefined) return;
    this.#writing ??= setTimeout(() => this.#writeNow(), writeAfterMs);
  }

  #writeNow(): void {
    clearTimeout(this.#writing);
    if (this.#writing === undefined || this.#accountId === undefined) return;
    this.#writing = undefined;
    writeSetting(setting, unreadText(this.#accountId, this.#unread.state()));
  }
}

/** `{"account":7,"endpoints":[[endpoint id, newest id, unread id, …], …]}` */
function unreadText(accountId: number, state: ReadonlyMap<number, KeptUnread>): string {
  const latest = [...state].sort(([, a], [, b]) => b.through - a.through).slice(0, mostEndpoints);
  const endpoints = latest.map(([endpointId, { through, ids }]) => [
    endpointId,
    through,
    ...ids.slice(-mostIds),
  ]);
  return JSON.stringify({ account: accountId, endpoints });
}

/** Reads the text back. Whatever else stands there gives nothing. */
export function parseUnread(
  text: string | undefined,
): { accountId: number; endpoints: Map<number, KeptUnread> } | undefined {
  try {
    const { account, endpoints } = Object(JSON.parse(text ?? ''));
    if (!Number.isSafeInteger(account) || !Array.isArray(endpoints)) return undefined;
    const rows = endpoints.filter(isRow).slice(0, mostEndpoints);
    return {
      accountId: account,
      endpoints: new Map(
        rows.map(([endpointId = 0, through = 0, ...ids]) => [
          endpointId,
          { through, ids: ids.slice(-mostIds), ...(ids.length >= mostIds && { isCut: true }) },
        ]),
      ),
    };
  } catch {
    return undefined;
  }
}

function isRow(row: unknown): row is number[] {
  return Array.isArray(row) && row.length >= 2 && row.every(Number.isSafeInteger);
}
