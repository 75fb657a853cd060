import { readSetting, teamId, writeSetting } from '../page/this-page.ts';
import type { KeptUnread, UnreadRequests } from './unread-requests.ts';

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
export function unreadText(accountId: number, state: ReadonlyMap<number, KeptUnread>): string {
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
