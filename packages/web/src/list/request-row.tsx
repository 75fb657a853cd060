import type { CapturedRequestSummary } from '@hookwell/client';
import { Fragment, type MouseEvent, memo, useState } from 'react';
import { LabelText, type RequestLabel } from '../labels/request-labels.tsx';
import { useLabel } from '../labels/use-labels.ts';
import {
  AnswerBadge,
  answerWords,
  attemptWords,
  ContractBadge,
  SignatureBadge,
  type SignatureVerdict,
  VerdictIcon,
  WaitingBadge,
} from '../request/badges.tsx';
import { addressWords, senderWords, typeWords } from '../request/request-parts.ts';
import { ShownText, shownCharacters } from '../request/shown-text.tsx';
import { useAnswered } from '../request/use-request.ts';
import type { Narrow } from '../search/use-language.ts';
import { MethodBadge } from '../ui/badge.tsx';
import { IconButton } from '../ui/controls.tsx';
import { formatBytes } from '../ui/format.ts';
import { FunnelIcon } from '../ui/part-icons.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';

/** The height of every row, in pixels. */
export const rowHeight = 56;

export interface RequestRowProps {
  request: CapturedRequestSummary;
  isSelected: boolean;
  isUnread: boolean;
  /** Whether the tab key stops at this row. */
  isTabStop: boolean;
  /** The name of its endpoint, in a list of several endpoints. */
  endpointName: string | undefined;
  hrefOf: (id: number) => string;
  onOpen: (id: number, isByKeyboard: boolean) => void;
  onNarrow: Narrow;
  /** Whether the request has just arrived. Asked once. */
  wasJustAdded: (id: number) => boolean;
}

/** One captured request in the list, as a link to its details. In its order, it is read aloud. */
export const RequestRow = memo(function RequestRow(props: RequestRowProps) {
  const { request, isSelected, isUnread, isTabStop, endpointName } = props;
  const { id, bodySize, receivedAt } = request;
  const label = useLabel(request);
  const [isNew] = useState(() => props.wasJustAdded(id));
  const answered = useAnswered(request);
  const verdict = request.signature?.verdict;
  const hasDiffering = request.contract?.verdict === 'differs';
  const facts = [...answerFacts(answered), endpointName, typeWords(request)]
    .filter(Boolean)
    .join(' · ');
  return (
    <>
      <a
        aria-current={isSelected ? 'true' : undefined}
        className={`relative grid h-full grid-cols-[minmax(0,1fr)_fit-content(64%)_auto] content-center items-baseline gap-x-2 gap-y-0.5 border-b border-line px-4 outline-offset-[-2px] ${isSelected ? 'bg-accent-soft' : 'bg-surface hover:bg-raised'} ${isNew ? 'animate-arrive' : ''}`}
        data-request={id}
        draggable={false}
        href={props.hrefOf(id)}
        onClick={(event) => {
          if (isForBrowser(event)) return;
          event.preventDefault();
          props.onOpen(id, event.detail === 0);
        }}
        tabIndex={isTabStop ? 0 : -1}
      >
        {isSelected && <span className="drawn absolute inset-y-0 left-0 w-0.5 bg-accent" />}
        <Lead label={label} request={request} />
        <span className="sr-only">, </span>
        <RelativeTime
          at={receivedAt}
          className="col-start-3 row-start-1 text-right text-xs text-muted"
          isSpoken
        />
        <span className="sr-only">, </span>
        <span className="col-start-2 row-start-2 flex h-4 min-w-0 items-center gap-x-1 self-center text-xs whitespace-nowrap text-muted">
          {verdict !== undefined && (
            <>
              <span aria-hidden="true" className="flex min-w-5">
                <SignatureBadge isShort={verdict === 'valid' || hasDiffering} verdict={verdict} />
              </span>
              <span className="sr-only">signature {verdict}, </span>
            </>
          )}
          {hasDiffering && (
            <>
              <span aria-hidden="true" className="flex min-w-5">
                <ContractBadge isShort={verdict !== undefined} verdict="differs" />
              </span>
              <span className="sr-only">differs from the pinned shape, </span>
            </>
          )}
          {answered === 'waiting' && (
            <>
              <span aria-hidden="true" className="shrink-0">
                <WaitingBadge />
              </span>
              <span className="sr-only">waiting for a listener, </span>
            </>
          )}
          {typeof answered === 'object' && (
            <>
              <span aria-hidden="true" className="shrink-0">
                <AnswerBadge answer={answered.answer} />
              </span>
              <span className="sr-only">{answerWords(answered.answer)}, </span>
            </>
          )}
          <span className="min-w-0 truncate">{facts}</span>
        </span>
        <span className="col-start-3 row-start-2 text-right text-xs text-muted tabular-nums">
          {bodySize > 0 ? formatBytes(bodySize) : 'no body'}
        </span>
        {isUnread && (
          <span className="drawn absolute top-1/2 left-1 size-2 -translate-y-1/2 rounded-full bg-accent">
            <span className="sr-only">Unread</span>
          </span>
        )}
      </a>
      <RowButtons event={label.event} verdict={verdict} {...props} />
    </>
  );
});

/** What the badge of the answer leaves open. */
function answerFacts(answered: ReturnType<typeof useAnswered>): string[] {
  if (typeof answered !== 'object') return [];
  const { isByListener, attempt = 1 } = answered;
  return [
    ...(isByListener ? ['by a listener'] : []),
    ...(attempt > 1 ? [attemptWords(attempt)] : []),
  ];
}

interface RowButtonsProps extends Pick<RequestRowProps, 'onNarrow' | 'isTabStop'> {
  event: string | undefined;
  verdict: SignatureVerdict | undefined;
}

/** The buttons that narrow the list to requests like this one: they show while the row is pointed at. */
function RowButtons({ event, verdict, onNarrow, isTabStop }: RowButtonsProps) {
  const look =
    'invisible absolute top-1 size-6! bg-raised group-focus-within/row:visible group-hover/row:visible';
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <>
      {event !== undefined && (
        <IconButton
          className={`${look} right-12`}
          label={`Show only ${shownCharacters(event)}`}
          onClick={() => onNarrow('event', event)}
          tabIndex={tabIndex}
        >
          <FunnelIcon className="size-3.5" />
        </IconButton>
      )}
      {verdict !== undefined && (
        <IconButton
          className={`${look} ${event === undefined ? 'right-12' : 'right-19'}`}
          label={`Show only signature ${verdict}`}
          onClick={() => onNarrow('signature', verdict)}
          tabIndex={tabIndex}
        >
          <VerdictIcon className="size-3.5" verdict={verdict} />
        </IconButton>
      )}
    </>
  );
}

/**
 * The two lines of a row. A recognised sender leads with its event. Of others the method and the path say most; the name of the
 * sending program, the event and the start of the body stand below.
 */
function Lead({ label, request }: Pick<RequestRowProps, 'request'> & { label: RequestLabel }) {
  const isKnown = label.sender !== undefined;
  const { event, bodyStart } = label;
  const facts = [
    senderWords(request),
    event !== undefined && <LabelText label={label} />,
    bodyStart !== undefined && (
      <bdi className="font-mono">
        <ShownText text={bodyStart} />
      </bdi>
    ),
  ].filter(Boolean);
  if (facts.length === 0) facts.push(request.ipAddress);
  const address = <Address isLarge={!isKnown} request={request} />;
  return (
    <>
      <span className="col-span-2 col-start-1 row-start-1 flex min-w-0 items-baseline text-[0.8125rem]">
        {isKnown ? (
          <span className="truncate" data-label>
            <LabelText label={label} />
          </span>
        ) : (
          address
        )}
        <span className="sr-only">, </span>
      </span>
      <span className="col-start-1 row-start-2 flex min-w-0 items-baseline text-xs text-muted">
        {isKnown ? (
          address
        ) : (
          <span className="truncate" data-label>
            {facts.map((fact, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the facts stand in a fixed order
              <Fragment key={index}>
                {index > 0 && (
                  <>
                    <span aria-hidden>{' · '}</span>
                    <span className="sr-only">, </span>
                  </>
                )}
                {fact}
              </Fragment>
            ))}
          </span>
        )}
      </span>
    </>
  );
}

function Address({ request, isLarge }: Pick<RequestRowProps, 'request'> & { isLarge: boolean }) {
  const { path, query } = addressWords(request);
  const size = isLarge ? 'text-[0.8125rem]' : 'text-xs';
  return (
    <>
      <MethodBadge className="mr-1.5 max-w-24 shrink-0" method={request.method} size={size} />
      <span className={`min-w-0 truncate font-mono text-text ${size}`}>
        {' '}
        <ShownText text={path} />
        {query !== '' && (
          <span className="text-muted">
            <ShownText text={query} />
          </span>
        )}
      </span>
    </>
  );
}

/** Whether the click is the browser's: for another tab, another window or a download. */
function isForBrowser({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || ctrlKey || metaKey || shiftKey || altKey;
}
