import type { AuditEntry } from '@hookwell/client';
import { ShownText } from '../request/shown-text.tsx';
import { formatCount, formatExactTime } from '../ui/format.ts';
import { formatMinute } from '../ui/moment.ts';
import { actionWords } from './action-words.ts';

/** One action, or several alike within a minute: what was done to what, by whom, from where. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { at, action, by, subject, ipAddress, count = 1 } = entry;
  return (
    <li className="px-4 py-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="min-w-0 wrap-anywhere">
          {actionWords(action, subject !== undefined)}
          {subject !== undefined && (
            <>
              {' '}
              <strong className="font-semibold">
                <ShownText text={subject} />
              </strong>
            </>
          )}
          {count > 1 && <span className="text-muted">, {formatCount(count)} times</span>}
        </p>
        <time
          className="shrink-0 text-xs text-muted tabular"
          dateTime={at}
          title={formatExactTime(at)}
        >
          {formatMinute(at)}
        </time>
      </div>
      <p className="text-xs wrap-anywhere text-muted">
        by <ShownText text={by} />
        {ipAddress !== undefined && (
          <>
            {' '}
            from <span className="font-mono">{ipAddress}</span>
          </>
        )}
      </p>
    </li>
  );
}
