export const bytesOfRow = 16;

export interface HexRow {
  offset: string;
  /** Two digits for each byte, with a wider gap in the middle. Short rows are padded. */
  bytes: string;
  /** Printable ASCII characters, and a dot for every other byte. */
  ascii: string;
}

export function hexRowCount(bytes: Uint8Array): number {
  return Math.ceil(bytes.length / bytesOfRow);
}

export function hexRow(bytes: Uint8Array, row: number): HexRow {
  const start = row * bytesOfRow;
  const part = [...bytes.subarray(start, start + bytesOfRow)];
  const digits = part.map((byte) => byte.toString(16).padStart(2, '0'));
  const half = bytesOfRow / 2;
  const shown = `${digits.slice(0, half).join(' ')}  ${digits.slice(half).join(' ')}`;
  return {
    offset: start.toString(16).padStart(8, '0'),
    bytes: shown.padEnd(bytesOfRow * 3, ' '),
    ascii: part
      .map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.'))
      .join(''),
  };
}

/** All rows as text, to copy. */
export function hexText(bytes: Uint8Array): string {
  const rows = Array.from({ length: hexRowCount(bytes) }, (_, row) => hexRow(bytes, row));
  return rows.map(({ offset, bytes: shown, ascii }) => `${offset}  ${shown}  ${ascii}`).join('\n');
}
