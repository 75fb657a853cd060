import type { CapturedRequestWire } from '@hookwell/client';
import { textOfBytes } from '@hookwell/match';
import { CopyButton } from '../ui/copy-button.tsx';
import { plural } from '../ui/format.ts';
import { DroppedHeaders } from './dropped-headers.tsx';
import { headersText, isKeptApart } from './header-text.ts';
import { PairsTable } from './text/pairs-table.tsx';

const keptNote = {
  note: 'kept',
  noteTitle: 'Kept by the settings of the endpoint, apart from the other headers',
};

interface HeadersTabProps {
  wire: CapturedRequestWire;
  /** Of the endpoint; missing if it is gone. */
  token: string | undefined;
}

/** The headers as sent, in their order, case and number. */
export function HeadersTab({ wire, token }: HeadersTabProps) {
  const { headers, droppedHeaders } = wire;
  const pairs = headers.map(([name, value]) => ({
    name,
    value: textOfBytes(value),
    ...(isKeptApart(name) && keptNote),
  }));
  return (
    <div className="h-full overflow-auto">
      <div className="flex items-center justify-between border-b border-line py-1 pr-2 pl-4 text-xs text-muted">
        {plural(headers.length, 'header')}, as sent
        <CopyButton label="all headers" size="small" text={() => headersText(headers)}>
          All
        </CopyButton>
      </div>
      {droppedHeaders > 0 && <DroppedHeaders count={droppedHeaders} token={token} />}
      <PairsTable caption="Headers as sent" pairs={pairs} />
    </div>
  );
}
