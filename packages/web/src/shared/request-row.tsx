import type { SharedRequest } from '@hookwell/client';
import { useId, useState } from 'react';
import { ShownText } from '../request/shown-text.tsx';
import { MethodBadge } from '../ui/method-badge.tsx';
import { ChevronRightIcon } from '../ui/part-icons.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { bodyWords } from './body-words.ts';
import { RequestParts } from './request-parts.tsx';

interface RequestRowProps {
  request: SharedRequest;
  isOpenAtFirst: boolean;
  isNew: boolean;
  level: 2 | 3;
}

/** A line with what a request is, which opens to all that is shown of it. */
export function RequestRow({ request, isOpenAtFirst, isNew, level }: RequestRowProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const id = useId();
  const { method, path = '', body, receivedAt } = request;
  const Heading = `h${level}` as const;
  return (
    <li className={isNew ? 'animate-arrive' : ''}>
      <Heading>
        <button
          aria-controls={isOpen ? id : undefined}
          aria-expanded={isOpen}
          className="flex w-full items-baseline gap-2 px-3 py-2.5 text-left -outline-offset-2 hover:bg-raised"
          onClick={() => setOpen(!isOpen)}
          type="button"
        >
          <ChevronRightIcon
            className={`mt-1 size-3.5 shrink-0 self-start text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`}
          />
          <MethodBadge className="max-w-24 min-w-12 shrink-0" method={method} />
          <span
            className={`min-w-0 grow font-mono text-[0.8125rem] font-normal ${isOpen ? 'wrap-anywhere' : 'truncate'}`}
          >
            <ShownText text={path} />
          </span>
          {!isOpen && (
            <span className="max-w-72 shrink-0 truncate text-xs text-muted tabular-nums max-sm:hidden">
              {bodyWords(body)}
            </span>
          )}
          <RelativeTime
            at={receivedAt}
            className="w-9 shrink-0 text-right text-xs text-muted"
            isSpoken
          />
        </button>
      </Heading>
      {isOpen && (
        <div className="space-y-5 px-3 pt-1 pb-5" id={id}>
          <RequestParts level={level} request={request} />
        </div>
      )}
    </li>
  );
}
