import type { CapturedRequestWire } from '@hookwell/client';
import { textOfBytes } from '../request/byte-text.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatCount, plural } from '../ui/format.ts';
import { WarningIcon } from '../ui/icons.tsx';
import { droppedSentence, headersText } from './header-text.ts';
import { PairsTable } from './text/pairs-table.tsx';

/** The headers as sent, in their order, case and number. */
export function HeadersTab({ wire }: { wire: CapturedRequestWire }) {
  const { headers, droppedHeaders } = wire;
  const pairs = headers.map(([name, value]) => ({ name, value: textOfBytes(value) }));
  const dropped = droppedSentence(droppedHeaders, formatCount);
  return (
    <div className="h-full overflow-auto">
      <div className="flex items-center justify-between border-b border-line py-1 pr-2 pl-4 text-xs text-muted">
        {plural(headers.length, 'header')}, as sent
        <CopyButton label="all headers" size="small" text={() => headersText(headers)}>
          All
        </CopyButton>
      </div>
      {dropped !== undefined && (
        <p className="flex gap-2 border-b border-line bg-warn-soft px-4 py-1.5 text-warn">
          <WarningIcon className="mt-0.5 size-4" />
          {dropped}
        </p>
      )}
      <PairsTable caption="Headers as sent" pairs={pairs} />
    </div>
  );
}
