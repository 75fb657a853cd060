import { HeaderRows } from '../../sending/header-rows.tsx';
import type { HeaderRow } from '../../sending/test-request.ts';
import { type Fault, faultAt, headerPlace } from '../draft/faults.ts';

interface ReplyHeadersProps {
  rows: readonly HeaderRow[];
  onChange: (rows: readonly HeaderRow[]) => void;
  /** The place of the reply in the settings. */
  place: string;
  faults: readonly Fault[];
}

/** The headers of an answer beside its media type. */
export function ReplyHeaders({ rows, onChange, place, faults }: ReplyHeadersProps) {
  return (
    <HeaderRows
      faultOf={(row, index) =>
        faultAt(faults, `${place}.${headerPlace(index)}`) ?? faultOfName(faults, place, row)
      }
      onChange={onChange}
      rows={rows}
    />
  );
}

/** A fault of the settings names a header as it is written there. */
function faultOfName(
  faults: readonly Fault[],
  place: string,
  { name }: HeaderRow,
): string | undefined {
  const written = name.trim();
  const start = `${place}.headers`;
  return faults.find((fault) => {
    if (!fault.place.startsWith(start)) return false;
    const rest = fault.place.slice(start.length);
    return rest === `.${written}` || rest === `[${JSON.stringify(written)}]`;
  })?.sentence;
}
