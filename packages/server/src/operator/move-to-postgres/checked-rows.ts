import {
  bodyChecksum,
  contradicts,
  findingChecksum,
  headChecksum,
  keptHeadersChecksum,
} from '../../capture-log/sqlite/checksums.ts';
import { StoreMigrationError } from './migration-error.ts';
import { capturesTable, type MovedTable, type Row } from './moved-tables.ts';

/** The columns of a table's checksums, to be read behind the moved ones. */
export function checksumsOf({ name }: MovedTable): readonly string[] {
  if (name === capturesTable) return ['head_checksum', 'body_checksum'];
  return name === 'capture_kept_headers' || name === 'capture_contract' ? ['checksum'] : [];
}

/**
 * The moved values of a row that was read with its checksums.
 * @throws {StoreMigrationError} if it is not what was stored
 */
export function checkedRow(table: MovedTable, row: Row): Row {
  const checksums = checksumsOf(table).length;
  if (checksums === 0) return row;
  const values = row.slice(0, -checksums);
  const value = (name: string) => values[table.columns.findIndex((one) => one.name === name)];
  const isDamaged =
    table.name === capturesTable
      ? isDamagedCapture(value, row.slice(-2))
      : contradicts(row.at(-1), () => checksumBeside(table, value));
  if (!isDamaged) return values;
  const id = value('id') ?? value('capture_id');
  throw new StoreMigrationError(
    `capture ${id} is damaged in --from: delete it there, or begin with a backup from before`,
  );
}

/** Of a row beside a capture. */
function checksumBeside(
  { name }: MovedTable,
  value: (name: string) => Row[number] | undefined,
): number {
  const id = Number(value('capture_id'));
  if (name === 'capture_kept_headers') return keptHeadersChecksum(id, String(value('headers')));
  return findingChecksum(id, {
    verdict: String(value('verdict')),
    finding: String(value('finding')),
  });
}

/** As SQLite's texts are read. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function isDamagedCapture(value: (name: string) => Row[number] | undefined, checksums: Row) {
  const bytes = (name: string) => {
    const found = value(name);
    return found instanceof Uint8Array ? found : new Uint8Array(0);
  };
  const text = (name: string) => decoder.decode(bytes(name));
  const [head, body] = checksums;
  return (
    contradicts(body, () => bodyChecksum(bytes('body'))) ||
    contradicts(head, () =>
      headChecksum(Number(value('id')), {
        endpointId: Number(value('endpoint_id')),
        receivedAt: Number(value('received_at')),
        method: text('method'),
        target: text('target'),
        headers: text('headers'),
        droppedHeaders: Number(value('dropped_headers')),
        ipAddress: text('ip_address'),
        bodySize: bytes('body').byteLength,
      }),
    )
  );
}
