import type { RefusedRequests } from '@hookwell/client';
import { Link } from '@tanstack/react-router';
import { textLink } from '../page/text-link.ts';
import { ShownText } from '../request/shown-text.tsx';
import { usePrincipal } from '../session/session.ts';
import { Badge } from '../ui/badge.tsx';
import { formatBytes, formatCount } from '../ui/format.ts';
import { MethodBadge } from '../ui/method-badge.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { pathBelow, refusalAnswer, refusalWords } from './refusal-words.ts';

interface RefusalRowProps {
  refused: RefusedRequests;
  token: string;
  /** What to do about a reason is said once, at its newest row. */
  isFirstOfReason: boolean;
}

/** Requests that were refused alike within a minute: why, what is known of them, and what to do. */
export function RefusalRow({ refused, token, isFirstOfReason }: RefusalRowProps) {
  const { at, status, method, path, bytes, ipAddress, count } = refused;
  const { isGuest } = usePrincipal();
  const { happened, next } = refusalWords(refused);
  return (
    <li className="px-4 py-3">
      <div className="flex items-baseline gap-2">
        <span className="shrink-0 tabular" title={refusalAnswer(refused)}>
          <Badge tone={status === undefined ? 'plain' : 'danger'}>
            <span className="sr-only">{refusalAnswer(refused)}, </span>
            <span aria-hidden>{status ?? 'no answer'}</span>
          </Badge>
        </span>
        <h2 className="min-w-0 grow font-medium wrap-anywhere">
          <ShownText text={happened} />
        </h2>
        {count > 1 && (
          <span
            className="shrink-0 text-xs text-muted"
            title="Alike, from one network, in a minute"
          >
            {formatCount(count)} times
          </span>
        )}
        <RelativeTime at={at} className="shrink-0 text-xs text-muted tabular" isSpoken />
      </div>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-xs text-muted">
        {(method ?? path) !== undefined && (
          <span className="flex min-w-0 items-baseline gap-1.5">
            {method !== undefined && <MethodBadge className="max-w-40 shrink-0" method={method} />}
            {path !== undefined && (
              <span className="min-w-0 font-mono wrap-anywhere text-text">
                <ShownText text={pathBelow(path, token)} />
              </span>
            )}
          </span>
        )}
        {bytes !== undefined && <span title={`${bytes} bytes`}>{formatBytes(bytes)} of body</span>}
        <span>
          from <span className="font-mono">{ipAddress}</span>
        </span>
      </p>
      {isFirstOfReason && next !== '' && (
        <p className="mt-1.5">
          {next}
          {refused.reason === 'guest_space_full' && isGuest && (
            <>
              {' '}
              <Link className={textLink} to="/register">
                Create an account
              </Link>
            </>
          )}
        </p>
      )}
    </li>
  );
}
