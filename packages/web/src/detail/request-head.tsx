import type { CapturedRequestSummary, CapturedRequestWire, Endpoint } from '@hookwell/client';
import { textOfBytes } from '@hookwell/core/match';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEndpointById } from '../endpoints/endpoints.ts';
import { settingsQuery } from '../endpoints/settings-query.ts';
import { useLabel } from '../labels/use-labels.ts';
import { AnswerBadge, type Answered, attemptWords, WaitingBadge } from '../request/badges.tsx';
import { senderWords, targetParts } from '../request/request-parts.ts';
import { ShownText } from '../request/shown-text.tsx';
import { useAnswered } from '../request/use-request.ts';
import type { Narrow } from '../search/use-language.ts';
import { useMayChange } from '../session/session.ts';
import { guessSchemes, useSchemes } from '../signatures/schemes.ts';
import { MethodBadge } from '../ui/badge.tsx';
import { formatBytes, formatExactTime } from '../ui/format.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import type { OfferedRequests } from './compare-dialog.tsx';
import { ContractPanel } from './contract-panel.tsx';
import { RequestActions } from './request-actions.tsx';
import { RequestLabel } from './request-label.tsx';
import { SignaturePanel } from './signature-panel.tsx';

/** The settings are not read again for every request that is shown. */
const settingsStayMs = 60_000;

interface VerifyOfferProps {
  summary: CapturedRequestSummary;
  token: string;
}

/** Offers to verify the signatures of a sender that is recognised, if the endpoint verifies none. */
function VerifyOffer({ summary, token }: VerifyOfferProps) {
  const mayChange = useMayChange();
  const { sender } = useLabel(summary);
  const table = useSchemes(true);
  const [scheme] = table ? guessSchemes(table.schemes, { headers: summary.headers, sender }) : [];
  const { data: settings } = useQuery({
    ...settingsQuery(token),
    staleTime: settingsStayMs,
    refetchOnWindowFocus: false,
    enabled: scheme !== undefined,
  });
  if (!mayChange || scheme === undefined || settings === undefined || settings.verify !== undefined)
    return null;
  return (
    <Link
      className="-my-1 inline-block leading-6 text-accent underline underline-offset-2"
      params={{ token }}
      search={{ verify: scheme.name, try: String(summary.id) }}
      to="/endpoints/$token/settings"
    >
      Verify {possessive(sender ?? scheme.title)} signatures
    </Link>
  );
}

function possessive(name: string): string {
  return `${name}${name.endsWith('s') ? "'" : "'s"}`;
}

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
    <header className="@container flex flex-wrap items-start gap-x-4 gap-y-1 px-4 pt-2">
      <h2 className="flex min-w-0 grow basis-72 items-baseline gap-2.5 leading-7">
        <MethodBadge className="max-w-40 shrink-0" method={summary.method} size="text-base/7" />
        <Address target={wire?.target} />
      </h2>
      <RequestActions offered={offered} summary={summary} wire={wire} />
      <div className="basis-full text-xs text-muted">
        <Group name="Sender">
          <SenderFacts onNarrow={onNarrow} summary={summary} token={token} wire={wire} />
        </Group>
        <Group name="Received">
          <ReceivedFacts endpoint={endpoint} summary={summary} />
        </Group>
      </div>
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
      className="max-h-21 min-w-0 overflow-y-auto font-mono text-base/7 font-medium wrap-anywhere"
      tabIndex={target.length > 300 ? 0 : undefined}
    >
      <span
        className={`text-xs font-normal text-muted ${path === '' ? '' : '@max-[80rem]:sr-only'}`}
      >
        {receiver}
      </span>
      <ShownText text={path} />
      <span className="font-normal text-accent">
        <ShownText text={query} />
      </span>
    </span>
  );
}

/** Some facts of one kind, with the word for it in front. */
function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-3 leading-6">
      <h3 className="w-14 shrink-0 font-medium text-text">{name}</h3>
      <dl className="flex min-w-0 flex-wrap gap-x-3">{children}</dl>
    </div>
  );
}

interface SenderFactsProps extends Omit<RequestHeadProps, 'offered'> {
  /** Of its endpoint; missing if it is gone. */
  token: string | undefined;
}

function SenderFacts({ summary, wire, token, onNarrow }: SenderFactsProps) {
  const { signature, ipAddress } = summary;
  const { sender } = useLabel(summary);
  const program = senderWords(summary);
  return (
    <>
      <Fact className="has-[dd:empty]:hidden" name="Sender and event">
        <RequestLabel onNarrow={onNarrow} summary={summary} wire={wire} />
      </Fact>
      {sender === undefined && program !== '' && (
        <Fact name="Program">
          <span className="inline-block max-w-72 truncate align-bottom">
            <ShownText text={program} />
          </span>
        </Fact>
      )}
      <Fact name="From">
        <span className="font-mono">{ipAddress}</span>
      </Fact>
      {signature === undefined && token !== undefined && (
        <Fact className="has-[dd:empty]:hidden" name="Signature">
          <VerifyOffer summary={summary} token={token} />
        </Fact>
      )}
    </>
  );
}

interface ReceivedFactsProps extends Pick<RequestHeadProps, 'summary'> {
  /** Missing if it is gone. */
  endpoint: Endpoint | undefined;
}

function ReceivedFacts({ summary, endpoint }: ReceivedFactsProps) {
  const { receivedAt, bodySize, endpointId, id } = summary;
  const answered = useAnswered(summary);
  return (
    <>
      <Fact name="Received">
        <time dateTime={receivedAt} title={receivedAt}>
          {formatExactTime(receivedAt)}
        </time>
        {' ('}
        <RelativeTime at={receivedAt} />)
      </Fact>
      <Fact name="Size">
        <span title={`${bodySize} bytes`}>{formatBytes(bodySize)}</span>
      </Fact>
      <Fact className="@max-lg:hidden" name="Endpoint">
        <span title={`Endpoint ${endpointId}`}>
          {endpoint?.badgeName ?? `endpoint ${endpointId}`}
        </span>
      </Fact>
      <Fact name="Id">#{id}</Fact>
      {answered !== undefined && (
        <Fact name="Reply">
          {answered === 'waiting' ? (
            <span className="inline-flex items-center gap-1">
              <WaitingBadge /> for a listener
            </span>
          ) : (
            <AnswerFact answered={answered} id={id} token={endpoint?.token} />
          )}
        </Fact>
      )}
    </>
  );
}

interface AnswerFactProps {
  id: number;
  answered: Answered;
  token: string | undefined;
}

/** The answer that was sent, and the ways to the other attempts of the delivery: as a list, and with the gaps between them. */
function AnswerFact({ id, answered, token }: AnswerFactProps) {
  const { answer, isByListener, attempt } = answered;
  return (
    <>
      <span className="inline-flex items-center gap-1">
        Answered <AnswerBadge answer={answer} />
      </span>
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
        title="Show the delivery with the gaps between its attempts"
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
