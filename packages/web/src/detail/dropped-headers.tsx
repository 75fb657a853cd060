import { keepsXHeaders } from '@hookwell/core/api/settings-names';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keepXHeaders } from '../endpoints/keep-x-headers.ts';
import { settingsQuery } from '../endpoints/settings-query.ts';
import { textLink } from '../page/text-link.ts';
import { useService } from '../service/service.ts';
import { useMayChange } from '../session/may.ts';
import { formatCount } from '../ui/format.ts';
import { WarningIcon } from '../ui/icons.tsx';
import { droppedSentence } from './header-text.ts';

/** The settings are not read again for every request that is shown. */
const settingsStayMs = 60_000;

interface DroppedHeadersProps {
  /** At least one. */
  count: number;
  /** Of the endpoint; missing if it is gone. */
  token: string | undefined;
}

/** Says how many headers of a request were dropped, and how they are kept from now on. */
export function DroppedHeaders({ count, token }: DroppedHeadersProps) {
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
        {droppedSentence(count, isKeeping, formatCount)}{' '}
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
