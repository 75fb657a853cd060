import type { CapturedRequestWire } from '@hookwell/client';
import { keepsXHeaders } from '@hookwell/core/api/settings-names';
import { textOfBytes } from '@hookwell/core/match';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keepXHeaders, settingsQuery } from '../endpoints/settings-query.ts';
import { useService } from '../service/client.ts';
import { useMayChange } from '../session/session.ts';
import { textLink } from '../ui/controls.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatCount, plural } from '../ui/format.ts';
import { WarningIcon } from '../ui/icons.tsx';
import { PairsTable } from './text/pairs-table.tsx';
import { headersText } from './use-copies.ts';

/** Stands beside headers that are stored only because the settings of the endpoint say so. */
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
    ...(/^x-/i.test(name) && keptNote),
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

/** The settings are not read again for every request that is shown. */
const settingsStayMs = 60_000;

interface DroppedHeadersProps {
  /** At least one. */
  count: number;
  /** Of the endpoint; missing if it is gone. */
  token: string | undefined;
}

/** Says how many headers of a request were dropped, and how they are kept from now on. */
function DroppedHeaders({ count, token }: DroppedHeadersProps) {
  const { data: settings } = useQuery({
    ...settingsQuery(token ?? ''),
    staleTime: settingsStayMs,
    refetchOnWindowFocus: false,
    enabled: token !== undefined,
  });
  const mayChange = useMayChange();
  const { xHeaders: unsaid } = useService();
  const isKeeping = settings !== undefined && keepsXHeaders(settings, unsaid);
  return (
    <p className="flex gap-2 border-b border-line bg-warn-soft px-4 py-1.5 text-warn">
      <WarningIcon className="mt-0.5 size-4" />
      <span className="min-w-0">
        {droppedSentence(count, isKeeping)}{' '}
        {token !== undefined &&
          settings !== undefined &&
          (isKeeping || !mayChange ? (
            <Link
              className={`${textLink} inline-block`}
              params={{ token }}
              search={{ field: 'xHeaders' }}
              to="/endpoints/$token/settings"
            >
              See the setting
            </Link>
          ) : (
            <button
              className={`${textLink} inline-block`}
              onClick={() => keepXHeaders(token, true, unsaid)}
              type="button"
            >
              Keep them from now on
            </button>
          ))}
      </span>
    </p>
  );
}

/** @param isKeeping whether the settings of the endpoint keep such headers by now */
function droppedSentence(count: number, isKeeping: boolean): string {
  const one = count === 1;
  const left = `${formatCount(count)} ${one ? 'header' : 'headers'} whose ${one ? 'name starts' : 'names start'} with X- ${one ? 'was' : 'were'} not stored`;
  if (!isKeeping) return `${left}.`;
  return `${left}: this endpoint keeps such headers, but not those of earlier requests, nor secrets that it verifies, nor what a trusted proxy adds.`;
}
