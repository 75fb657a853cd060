import type { CapturedRequestSummary, CapturedRequestWire, Endpoint } from '@hookwell/client';
import { textOfBytes } from '@hookwell/match';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEndpointById } from '../endpoints/endpoints.ts';
import { AnswerBadge, WaitingBadge } from '../request/answer-badge.tsx';
import { type Answered, attemptWords } from '../request/answer-words.ts';
import { ShownText } from '../request/shown-text.tsx';
import { targetParts } from '../request/target.ts';
import { useAnswered } from '../request/use-answered.ts';
import type { Narrow } from '../search/use-narrow.ts';
import { formatBytes, formatExactTime } from '../ui/format.ts';
import { MethodBadge } from '../ui/method-badge.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import type { OfferedRequests } from './compare-choices.ts';
import { ContractPanel } from './contract-panel.tsx';
import { RequestActions } from './request-actions.tsx';
import { RequestLabel } from './request-label.tsx';
import { SignaturePanel } from './signature-panel.tsx';
import { VerifyOffer } from './verify-offer.tsx';

interface RequestHeadProps {
  summary: CapturedRequestSummary;
  /** Missing while it is being loaded. */
  wire: CapturedRequestWire | undefined;
  offered: OfferedRequests;
  onNarrow: Narrow;
}

/** The method, address, event, time, size and sender of a request, and the actions on it. */
export function RequestHead({ summary, wire, offered, onNarrow }: RequestHeadProps) {
  const { endpointId, signature, contract } = summary;
  const endpoint = useEndpointById(endpointId);
  const token = endpoint?.token;
  return (
    <header className="flex flex-wrap items-start gap-x-3 gap-y-1.5 px-4 pt-1.5">
      <div className="@container min-w-0 grow basis-72">
        <h2 className="flex items-baseline gap-2.5">
          <MethodBadge className="max-w-40 shrink-0 text-sm" method={summary.method} />
          <Address target={wire?.target} />
        </h2>
        <Facts endpoint={endpoint} onNarrow={onNarrow} summary={summary} wire={wire} />
      </div>
      <RequestActions offered={offered} summary={summary} wire={wire} />
      {signature !== undefined && (
        <SignaturePanel onNarrow={onNarrow} signature={signature} summary={summary} token={token} />
      )}
      {contract !== undefined && (
        <ContractPanel contract={contract} summary={summary} token={token} />
      )}
    </header>
  );
}

function Address({ target }: { target: string | undefined }) {
  if (target === undefined)
    return <span className="h-4 w-64 animate-pulse self-center rounded bg-raised" />;
  const { receiver, path, query } = targetParts(textOfBytes(target));
  return (
    <span
      className="max-h-24 min-w-0 overflow-y-auto font-mono text-[0.8125rem] font-normal [font-variant-ligatures:none] wrap-anywhere"
      tabIndex={target.length > 300 ? 0 : undefined}
    >
      <span className="text-muted">{receiver}</span>
      <ShownText text={path} />
      <span className="text-accent">
        <ShownText text={query} />
      </span>
    </span>
  );
}

interface FactsProps extends Omit<RequestHeadProps, 'offered'> {
  /** Missing if it is gone. */
  endpoint: Endpoint | undefined;
}

function Facts({ summary, wire, endpoint, onNarrow }: FactsProps) {
  const { receivedAt, bodySize, ipAddress, endpointId, id, signature } = summary;
  const token = endpoint?.token;
  const answered = useAnswered(summary);
  return (
    <dl className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-muted">
      <Fact className="has-[dd:empty]:hidden" name="Sender and event">
        <RequestLabel onNarrow={onNarrow} summary={summary} wire={wire} />
      </Fact>
      <Fact name="Received">
        <time dateTime={receivedAt} title={receivedAt}>
          {formatExactTime(receivedAt)}
        </time>
        {' ('}
        <RelativeTime at={receivedAt} />)
      </Fact>
      {answered !== undefined && (
        <Fact name="Reply">
          {answered === 'waiting' ? (
            <>
              <WaitingBadge /> for a listener
            </>
          ) : (
            <AnswerFact answered={answered} id={id} token={token} />
          )}
        </Fact>
      )}
      <Fact name="Size">
        <span title={`${bodySize} bytes`}>{formatBytes(bodySize)}</span>
      </Fact>
      <Fact name="From">
        <span className="font-mono">{ipAddress}</span>
      </Fact>
      <Fact className="@max-lg:hidden" name="Endpoint">
        <span title={`Endpoint ${endpointId}`}>
          {endpoint?.badgeName ?? `endpoint ${endpointId}`}
        </span>
      </Fact>
      <Fact name="Id">#{id}</Fact>
      {signature === undefined && token !== undefined && (
        <Fact className="has-[dd:empty]:hidden" name="Signature">
          <VerifyOffer summary={summary} token={token} />
        </Fact>
      )}
    </dl>
  );
}

interface AnswerFactProps {
  id: number;
  answered: Answered;
  token: string | undefined;
}

/** The answer that was sent, and the ways to the other attempts of the delivery: as a list, and on a line of time. */
function AnswerFact({ id, answered, token }: AnswerFactProps) {
  const { answer, isByListener, attempt } = answered;
  return (
    <>
      Answered <AnswerBadge answer={answer} />
      {isByListener && ' by a listener'}
      {attempt !== undefined && (
        <>
          {', '}
          <AttemptFact attempt={attempt} delivery={answered.delivery} id={id} token={token} />
        </>
      )}
    </>
  );
}

interface AttemptFactProps extends Pick<AnswerFactProps, 'id' | 'token'> {
  attempt: number;
  delivery: string | undefined;
}

function AttemptFact({ id, attempt, delivery, token }: AttemptFactProps) {
  if (token === undefined || delivery === undefined) return attemptWords(attempt);
  return (
    <>
      <Link
        className="text-accent underline underline-offset-2"
        params={{ token }}
        search={{ filter: `delivery=${delivery}` }}
        title="Show all attempts of this delivery"
        to="/endpoints/$token"
      >
        {attemptWords(attempt)}
      </Link>
      {' of a '}
      <Link
        className="text-accent underline underline-offset-2"
        params={{ token }}
        search={{ delivery, request: String(id) }}
        title="Show the delivery on a time line"
        to="/endpoints/$token/deliveries"
      >
        delivery
      </Link>
    </>
  );
}

interface FactProps {
  name: string;
  className?: string;
  children: ReactNode;
}

function Fact({ name, className = '', children }: FactProps) {
  return (
    <div className={`flex tabular-nums ${className}`}>
      <dt className="sr-only">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
