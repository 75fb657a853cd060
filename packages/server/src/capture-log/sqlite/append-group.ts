import type { Connection } from '../../database/sqlite/connection.ts';
import { type AnswerPlanColumns, answeringColumns, plannedAnswer } from '../answering.ts';
import type { CaptureFields, NewCapture } from '../captures.ts';
import type { GroupAnswer } from '../group-commit.ts';
import {
  type BesideGroup,
  besideGroup,
  groupTotals,
  settingsVersionsOf,
  storedOf,
} from '../group-totals.ts';
import { addCapture, type CaptureColumns, capturesIn, emptyColumns } from './capture-columns.ts';

/** A group of captures on its way to the writing thread; all bodies are in one transferred buffer. */
interface PackedGroup {
  captures: CaptureColumns;
  bodies: ArrayBuffer;
  /** Absent if all are 0. */
  settingsVersions?: number[];
  /** Absent if there is none. */
  answering?: AnswerPlanColumns;
  beside: BesideGroup;
  /** Absent if nobody waits for a listener. */
  waits?: WaitColumns;
}

/** Packs a group on the event loop. Bodies are copied, once: the live streams go on using the captures. */
export function packGroup(captures: readonly NewCapture[]): PackedGroup {
  let size = 0;
  for (const { bodySize } of captures) size += bodySize;
  const bodies = new ArrayBuffer(size);
  const bytes = new Uint8Array(bodies);
  const columns = emptyColumns();
  let offset = 0;
  for (const capture of captures) {
    for (const piece of capture.body) {
      bytes.set(piece, offset);
      offset += piece.byteLength;
    }
    addCapture(columns, capture);
  }
  const group: PackedGroup = { captures: columns, bodies, beside: besideGroup(captures) };
  const settingsVersions = settingsVersionsOf(captures);
  if (settingsVersions !== undefined) group.settingsVersions = settingsVersions;
  const answering = answeringColumns(captures);
  if (answering !== undefined) group.answering = answering;
  const waits = waitColumns(captures);
  if (waits !== undefined) group.waits = waits;
  return group;
}

const count = `update endpoint set capture_count = capture_count + ?, capture_bytes = capture_bytes + ?
  where id = ? and settings_version = ? returning account_id, cleared_through`;
const takeIds = 'update capture_log set last_id = last_id + ? returning last_id';
const insert = 'insert into captured_request values (?, ?, ?, ?, ?, ?, ?, ?, ?)';
const insertKept = 'insert into capture_kept_headers values (?, ?)';
const insertFinding = 'insert into capture_contract values (?, ?, ?)';

/**
 * Stores a group in one transaction, in the writing thread. The row of its endpoint decides whether a capture is
 * stored: counting the capture there shows whether the endpoint still exists with the same settings, and which account
 * it belongs to.
 */
export function appendGroup(connection: Connection, group: PackedGroup): GroupAnswer {
  const captures = capturesIn(group.captures);
  const { settingsVersions, answering, beside, waits } = group;
  return connection.write(() => {
    const counted = countInEndpoints(connection, captures, settingsVersions, beside);
    const endpoints = captures.map(({ endpointId }, index) => {
      const endpoint = counted.get(endpointId);
      return endpoint?.settingsVersion === (settingsVersions?.[index] ?? 0) ? endpoint : undefined;
    });
    const accountIds = endpoints.map((endpoint) => endpoint?.accountId ?? 0);
    const stored = storedOf(accountIds);
    const through = Number(connection.row(takeIds, stored)?.[0]);
    const ids = idsAfter(through - stored, accountIds);
    insertCaptures(connection, captures, group.bodies, ids);
    insertBeside(connection, ids, beside);
    if (waits !== undefined) insertWaits(connection, ids, waits);
    if (answering === undefined) return { through, accountIds };
    const attempts = countAttempts(connection, endpoints, through - stored, answering);
    return { through, accountIds, attempts };
  });
}

/** Raises each endpoint's counters once; the endpoints that exist and have the settings of the captures. */
function countInEndpoints(
  connection: Connection,
  captures: readonly CaptureFields[],
  settingsVersions: readonly number[] | undefined,
  beside: BesideGroup,
): Map<number, CapturingEndpoint> {
  const counted = new Map<number, CapturingEndpoint>();
  for (const total of groupTotals(captures, settingsVersions, beside)) {
    const { endpointId, settingsVersion, captures: added, bytes } = total;
    const row = connection.row(count, added, bytes, endpointId, settingsVersion);
    if (row === undefined) continue;
    const [accountId = 0, clearedThrough = 0] = row.map(Number);
    counted.set(endpointId, { id: endpointId, settingsVersion, accountId, clearedThrough });
  }
  return counted;
}

const notStored = 0;

/** The id of each capture. */
function idsAfter(lastId: number, accountIds: readonly number[]): number[] {
  let id = lastId;
  return accountIds.map((accountId) => (accountId === 0 ? notStored : ++id));
}

function insertBeside(
  connection: Connection,
  ids: readonly number[],
  { kept, findings }: BesideGroup,
): void {
  for (const [index, headers] of kept ?? []) {
    const id = ids[index] ?? notStored;
    if (id !== notStored) connection.run(insertKept, id, headers);
  }
  for (const [index, { verdict, finding }] of findings ?? []) {
    const id = ids[index] ?? notStored;
    if (id !== notStored) connection.run(insertFinding, id, verdict, finding);
  }
}

function insertCaptures(
  connection: Connection,
  captures: readonly CaptureFields[],
  bodies: ArrayBuffer,
  ids: readonly number[],
): void {
  const statement = connection.statement(insert);
  let offset = 0;
  for (const [index, capture] of captures.entries()) {
    const id = ids[index] ?? notStored;
    if (id !== notStored) {
      statement.run(
        id,
        capture.endpointId,
        capture.receivedAt,
        capture.method,
        capture.target,
        capture.headers,
        capture.droppedHeaders,
        capture.ipAddress,
        new Uint8Array(bodies, offset, capture.bodySize),
      );
    }
    offset += capture.bodySize;
  }
}

/** An endpoint that takes captures of this version of its settings. */
interface CapturingEndpoint {
  id: number;
  accountId: number;
  settingsVersion: number;
  /** Captures up to this id are cleared. */
  clearedThrough: number;
}

/** A delivery that was cleared as a whole begins anew. */
const countAttempt = `insert into delivery (endpoint_id, delivery, attempts, first_id, last_id) values (?1, ?2, 1, ?3, ?3)
  on conflict (endpoint_id, delivery) do update set
    attempts = 1 + case when last_id > ?4 then attempts else 0 end,
    first_id = case when last_id > ?4 then first_id else excluded.first_id end,
    last_id = excluded.last_id
  returning attempts, first_id`;
const insertAnswer = `insert into capture_answer (capture_id, endpoint_id, delivery, attempt, answer, retry_after,
    body_hash, first_id, id_hash, event, signature, verdict)
  values (?, ?, ?, ?, ?, ?, ?, ?, nullif(?, ''), nullif(?, ''), nullif(?, ''), nullif(?, ''))`;

/**
 * Counts the attempts of a group in their order and stores their answers; part of the transaction that stores the
 * captures. Returns the number of each capture's attempt, 0 if it has none.
 * @param endpoints of each capture, absent if it is not stored
 * @param lastId the id before the first of the group
 */
function countAttempts(
  connection: Connection,
  endpoints: readonly (CapturingEndpoint | undefined)[],
  lastId: number,
  rows: AnswerPlanColumns,
): number[] {
  const attempts = endpoints.map(() => 0);
  let id = lastId;
  const ids = endpoints.map((endpoint) => (endpoint === undefined ? 0 : ++id));
  const insert = connection.statement(insertAnswer);
  for (const [place, index] of rows.index.entries()) {
    const endpoint = endpoints[index];
    const captureId = ids[index];
    if (endpoint === undefined || captureId === undefined) continue;
    const { id: endpointId, clearedThrough } = endpoint;
    const delivery = rows.delivery[place] ?? '';
    const counted = connection.row(countAttempt, endpointId, delivery, captureId, clearedThrough);
    const [attempt = 0, firstId = captureId] = (counted ?? []).map(Number);
    const { answer, retryAfter } = plannedAnswer(rows.answers[place] ?? '', attempt);
    insert.run(
      captureId,
      endpointId,
      delivery,
      attempt,
      answer,
      retryAfter,
      rows.bodyHash[place] ?? '',
      firstId,
      rows.idHash[place] ?? '',
      rows.event[place] ?? '',
      rows.signature[place] ?? '',
      rows.verdict[place] ?? '',
    );
    attempts[index] = attempt;
  }
  return attempts;
}

/** The waits for listeners of a group on its way to the writing thread, in the form of `CaptureColumns`. */
interface WaitColumns {
  /** The places of their captures in the group. */
  index: number[];
  node: string[];
  until: number[];
}

/** Undefined if nobody waits. */
function waitColumns(captures: readonly NewCapture[]): WaitColumns | undefined {
  let columns: WaitColumns | undefined;
  for (const [index, { wait }] of captures.entries()) {
    if (wait === undefined) continue;
    columns ??= { index: [], node: [], until: [] };
    columns.index.push(index);
    columns.node.push(wait.node);
    columns.until.push(wait.until);
  }
  return columns;
}

const insertWait = 'insert into listener_answer (capture_id, node, waits_until) values (?, ?, ?)';

/**
 * Stores who waits for listeners; part of the transaction that stores the captures.
 * @param ids of each capture, 0 if it is not stored
 */
function insertWaits(
  connection: Connection,
  ids: readonly number[],
  { index, node, until }: WaitColumns,
): void {
  for (const [place, at] of index.entries()) {
    const captureId = ids[at] ?? 0;
    if (captureId > 0) connection.run(insertWait, captureId, node[place] ?? '', until[place] ?? 0);
  }
}
