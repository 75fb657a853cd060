import type { Connection } from '../../database/sqlite/connection.ts';
import type {
  IdsQuery,
  PageContent,
  PageQuery,
  RenderText,
  Scope,
  TextPage,
} from '../capture-log.ts';
import { type EndpointUsage, mostHiddenCounted, usageOf } from '../counted-captures.ts';
import {
  anySize,
  CapturePacker,
  noBody,
  type PackedCaptures,
  readCapture,
} from './capture-rows.ts';
import { MergedCaptures } from './merged-captures.ts';

interface PackedPage extends PackedCaptures {
  /** By the ids of their captures; absent if nobody asked for them, or there are none. */
  kept?: ReadonlyMap<number, string>;
  more: boolean;
}

/** One page of a scope, read on one snapshot that ends with it. */
export function readPage(connection: Connection, scope: Scope, query: PageQuery): PackedPage {
  return connection.read(() => {
    const merged = new MergedCaptures(connection, scope, query);
    const largestBodyBytes = query.withBody ? (query.largestBodyBytes ?? anySize) : noBody;
    const packer = new CapturePacker(connection, largestBodyBytes);
    while (packer.count < query.limit) {
      const id = merged.peek();
      if (id === undefined || !packer.add(id, query.maxBytes)) break;
      merged.take();
    }
    return { ...packer.packed, more: merged.peek() !== undefined };
  });
}

const ownedInScope = `select 1 from captured_request captured
  join endpoint on endpoint.id = captured.endpoint_id
  where captured.id = ?1 and endpoint.account_id = ?2 and captured.id > endpoint.cleared_through
    and (?3 is null or endpoint.id = ?3)`;

/** These captures of a scope, in their order. */
export function readByIds(
  connection: Connection,
  { accountId, endpointId }: Scope,
  ids: readonly number[],
  { maxBytes, withBody, largestBodyBytes = anySize, withKeptHeaders = false }: PageContent,
): PackedPage {
  return connection.read(() => {
    const packer = new CapturePacker(connection, withBody ? largestBodyBytes : noBody);
    let more = false;
    for (const id of ids) {
      if (connection.row(ownedInScope, id, accountId, endpointId ?? null) === undefined) continue;
      more = !packer.add(id, maxBytes);
      if (more) break;
    }
    const page: PackedPage = { ...packer.packed, more };
    if (withKeptHeaders) page.kept = keptHeaders(connection, page.ids);
    return page;
  });
}

const selectKept = 'select headers from capture_kept_headers where capture_id = ?';

function keptHeaders(connection: Connection, ids: readonly number[]): Map<number, string> {
  const kept = new Map<number, string>();
  for (const id of ids) {
    const row = connection.row(selectKept, id);
    if (row !== undefined) kept.set(id, String(row[0]));
  }
  return kept;
}

/** The ids of a page, from the index alone. */
export function readIds(
  connection: Connection,
  scope: Scope,
  query: IdsQuery,
): { ids: number[]; more: boolean } {
  return connection.read(() => {
    const merged = new MergedCaptures(connection, scope, query);
    const ids: number[] = [];
    while (ids.length < query.limit) {
      const id = merged.peek();
      if (id === undefined) break;
      ids.push(id);
      merged.take();
    }
    return { ids, more: merged.peek() !== undefined };
  });
}

const oldest = `select captured.received_at from captured_request captured
  join endpoint on endpoint.id = captured.endpoint_id
  where captured.endpoint_id = ? and captured.id > endpoint.cleared_through
  order by captured.id limit 1`;

/** The time at which the oldest capture of each endpoint was received, of those that have one. */
export function oldestReceivedAt(
  connection: Connection,
  endpointIds: readonly number[],
): [endpointId: number, receivedAt: number][] {
  return connection.read(() =>
    endpointIds.flatMap((id) => {
      const row = connection.row(oldest, id);
      return row === undefined ? [] : [[id, Number(row[0])]];
    }),
  );
}

const above = `select captured.id, endpoint.account_id from captured_request captured
  join endpoint on endpoint.id = captured.endpoint_id
  where captured.id > ? and captured.id > endpoint.cleared_through order by captured.id`;

/** Every capture above an id with its account, of all accounts: for the announcements, never for an answer. */
export function capturesAbove(
  connection: Connection,
  after: number,
): PackedCaptures & { accountIds: number[] } {
  return connection.read(() => {
    const packer = new CapturePacker(connection, anySize);
    const accountIds: number[] = [];
    for (const [id, accountId] of connection.rows(above, after)) {
      packer.add(Number(id), Number.MAX_SAFE_INTEGER);
      accountIds.push(Number(accountId));
    }
    return { ...packer.packed, accountIds };
  });
}

/** A page ends before the capture that would make its texts longer than this, near enough: they wait for sockets. */
const mostTextBytes = 256 * 1024;

/** One page of a scope as texts, read on one snapshot that ends with it. */
export function readTexts(
  connection: Connection,
  scope: Scope,
  query: PageQuery,
  { render, buffer }: { render: RenderText; buffer: TextBuffer },
): TextPage {
  return connection.read(() => {
    const { limit, maxBytes, withBody, largestBodyBytes = anySize } = query;
    const merged = new MergedCaptures(connection, scope, query);
    const page: Pick<TextPage, 'ids' | 'ends' | 'others'> = {
      ids: [],
      ends: [],
      others: [],
    };
    const ofBody = withBody ? largestBodyBytes : noBody;
    buffer.clear();
    for (let bytes = 0; page.ids.length < limit; ) {
      const id = merged.peek();
      if (id === undefined) break;
      const room = page.ids.length === 0 ? Number.POSITIVE_INFINITY : maxBytes - bytes;
      const read = readCapture(connection, id, { largestBodyBytes: ofBody, room });
      if (read === undefined || read === 'tooLarge') break;
      const text = render(read.capture, withBody ? 'full' : 'summary');
      if (buffer.length > 0 && buffer.length + (text?.length ?? 0) > mostTextBytes) break;
      merged.take();
      bytes += read.bytes;
      if (text === undefined) page.others.push(read.capture);
      else buffer.add(text);
      page.ids.push(id);
      page.ends.push(buffer.length);
    }
    return { ...page, texts: buffer.copy(), more: merged.peek() !== undefined };
  });
}

const comma = 0x2c;

/** One UTF-16 unit takes so many bytes of UTF-8 at most. */
const mostBytesOfUnit = 3;

/** Texts in UTF-8, each behind a comma. Its memory serves one page after the other. */
export class TextBuffer {
  #bytes = Buffer.allocUnsafeSlow(512 * 1024);
  length = 0;

  clear(): void {
    this.length = 0;
  }

  add(text: string): void {
    this.#makeRoom(1 + mostBytesOfUnit * text.length);
    this.#bytes[this.length] = comma;
    this.length += 1 + this.#bytes.write(text, this.length + 1);
  }

  /** The texts in memory of their own. */
  copy(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#bytes.subarray(0, this.length));
  }

  #makeRoom(bytes: number): void {
    const needed = this.length + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
  }
}

// One seek an endpoint. The hidden captures are counted in the index alone.
const counters = `
  with own as materialized (
    select id, capture_count, capture_bytes, cleared_through, counted_after from endpoint
    where account_id = ?1
  ), hidden as materialized (
    select endpoint_id, count(*) as captures from (
      select captured.endpoint_id from own cross join captured_request captured
      where own.counted_after is not null and captured.endpoint_id = own.id
        and captured.id > own.counted_after and captured.id <= own.cleared_through
      limit ${mostHiddenCounted}
    ) group by endpoint_id
  )
  select own.id, own.capture_count, own.capture_bytes, coalesce(hidden.captures, 0),
    newest.id, newest.received_at
  from own
  left join hidden on hidden.endpoint_id = own.id
  left join captured_request newest on newest.id = (
    select captured.id from captured_request captured
    where captured.endpoint_id = own.id and captured.id > own.cleared_through
    order by captured.id desc limit 1
  )`;

/** The usage of each endpoint of the account. */
export function usage(connection: Connection, accountId: number): EndpointUsage[] {
  return connection.read(() =>
    connection.rows(counters, accountId).map((row) => {
      const [endpointId = 0, captures = 0, bytes = 0, hidden = 0] = row.map(Number);
      const [id, receivedAt] = row.slice(4);
      const newest = id === null ? undefined : { id: Number(id), receivedAt: Number(receivedAt) };
      return usageOf({ endpointId, captures, bytes, hidden, newest });
    }),
  );
}
