import type {
  CapturedRequestSummary,
  CapturedRequestWire,
  EndpointSettings,
} from '@hookwell/client';
import { strictContentType } from '@hookwell/core/http/content-type';
import { textOfBytes } from '@hookwell/core/match';
import { readSettings } from '@hookwell/core/rules';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { openedBodyQuery } from '../../detail/body/body-query.ts';
import type { OpenedBody } from '../../detail/body/open-body.ts';
import { describeRequest } from '../../labels/describing.ts';
import { knownEvent } from '../../labels/use-labels.ts';
import { AnswerBadge } from '../../request/badges.tsx';
import { textInUtf8 } from '../../request/body-bytes.ts';
import { LinesSkeleton } from '../../request/lines-skeleton.tsx';
import { LoadFailure } from '../../request/load-failure.tsx';
import { addressWords, queryIn, senderWords } from '../../request/request-parts.ts';
import { wireQuery } from '../../request/request-queries.ts';
import { ShownText, shownCharacters } from '../../request/shown-text.tsx';
import { inputClass } from '../../ui/field.tsx';
import { formatAge, formatBytes } from '../../ui/format.ts';
import { Labelled, Section } from '../fields/labelled.tsx';
import {
  attemptsWords,
  happeningWords,
  missWords,
  noHandshakeWords,
  type PassedReply,
  type TriedAnswer,
  type TriedRequest,
  tryReplies,
} from './trial.ts';

interface TrialPanelProps {
  /** Without faults; `undefined` while there are any. */
  settings: EndpointSettings | undefined;
  /** The requests to choose from, newest first. */
  requests: readonly CapturedRequestSummary[];
  chosen: CapturedRequestSummary | undefined;
  onChoose: (id: number) => void;
}

/** Shows how the settings would answer a captured request, without sending anything. */
export function TrialPanel({ settings, requests, chosen, onChoose }: TrialPanelProps) {
  return (
    <Section
      explanation="How these settings, saved or not, would reply to a captured request. Nothing is sent."
      title="Try it"
    >
      {chosen === undefined ? (
        <p className="rounded-lg border border-dashed border-line p-4 text-center text-muted">
          Once this endpoint has captured a request, it can be tried here.
        </p>
      ) : (
        <div className="rounded-lg border border-line bg-surface">
          <div className="p-3">
            <Labelled label="Captured request">
              {(field) => (
                <select
                  {...field}
                  className={inputClass}
                  onChange={({ target }) => onChoose(Number(target.value))}
                  value={chosen.id}
                >
                  {requests.map((request) => (
                    <option key={request.id} value={request.id}>
                      {requestWords(request)}
                    </option>
                  ))}
                </select>
              )}
            </Labelled>
          </div>
          {settings === undefined ? (
            <p className="border-t border-line p-3 text-muted">
              The settings have an error. Once it is fixed, the reply shows here.
            </p>
          ) : (
            <Outcome chosen={chosen} settings={settings} />
          )}
        </div>
      )}
    </Section>
  );
}

interface OutcomeProps {
  settings: EndpointSettings;
  chosen: CapturedRequestSummary;
}

function Outcome({ settings, chosen }: OutcomeProps) {
  const tried = useTriedRequest(chosen);
  const trial = useMemo(
    () => tried.data && tryReplies(readSettings(settings), tried.data),
    [settings, tried.data],
  );
  if (tried.isError) {
    return <LoadFailure error={tried.error} onRetry={() => void tried.refetch()} />;
  }
  if (trial === undefined) return <LinesSkeleton />;
  return (
    <div>
      <ol aria-label="Replies by attempt">
        {trial.answers.map((answer, index) => (
          <TrialAnswer answer={answer} isOpen={index === 0} key={answer.from} />
        ))}
      </ol>
      {tried.data?.body.isWhole === false && (
        <p className="border-t border-line p-3 text-xs text-muted">
          Its body is large, and only the beginning was read here. The service reads more of it.
        </p>
      )}
      <PassedReplies passed={trial.passed} />
    </div>
  );
}

/** A captured request in one line, for a choice: `#12 POST /orders · invoice.paid · 5m`. */
function requestWords(request: CapturedRequestSummary): string {
  const { path, query } = addressWords(request);
  const words = [
    `#${request.id} ${request.method} ${path}${query}`,
    knownEvent(request) ?? senderWords(request),
    formatAge(request.receivedAt, Date.now()),
  ];
  return shownCharacters(words.filter(Boolean).join(' · '));
}

/** Why the other replies do not answer. */
function PassedReplies({ passed }: { passed: readonly PassedReply[] }) {
  if (passed.length === 0) return null;
  return (
    <div className="border-t border-line p-3">
      <h3 className="mb-1.5 text-xs font-medium">Why not the others</h3>
      <ul className="space-y-1.5">
        {passed.map(({ reply, missing, handshake }) => (
          <li key={reply}>
            <span className="font-medium">Reply {reply + 1}</span>
            {handshake !== undefined || missing.length === 0 ? (
              <span className="text-muted">
                :{' '}
                {handshake === undefined ? 'an earlier reply answers' : noHandshakeWords(handshake)}
                .
              </span>
            ) : (
              <ul className="text-muted">
                {missing.map((finding) => (
                  <li className="wrap-anywhere" key={finding.words}>
                    <code className="text-text">
                      <ShownText text={finding.words} />
                    </code>
                    : <ShownText text={missWords(finding)} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A captured request with its body, ready for a trial. */
function useTriedRequest(summary: CapturedRequestSummary) {
  const { id } = summary;
  return useQuery({
    queryKey: ['request', id, 'tried'],
    queryFn: async ({ client }) => {
      const wire = await client.fetchQuery(wireQuery(id));
      const body = await client.fetchQuery(openedBodyQuery(id, wire, false));
      return triedRequest(summary, wire, body);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
  });
}

/** A captured request as the service looks at it when it arrives. Headers that begin with X- are not stored. */
function triedRequest(
  summary: CapturedRequestSummary,
  wire: CapturedRequestWire,
  { text, isPartial }: OpenedBody,
): TriedRequest {
  const { id, method, ipAddress, receivedAt, bodySize } = summary;
  const body = { text: text?.text ?? '', isWhole: !isPartial };
  // The stored event is the one that a condition saw; else it is derived, as the service does.
  const event = summary.event ?? describeRequest(summary, body).event;
  return {
    id,
    body,
    matchable: {
      method,
      path: summary.path ?? '',
      query: textOfBytes(queryIn(wire.target) ?? ''),
      headers: wire.headers,
      ipAddress,
      receivedAt: Date.parse(receivedAt),
      bodySize,
      mediaType: strictContentType(summary.contentType).mediaType,
      event,
      signature: summary.signature?.verdict,
    },
  };
}

interface TrialAnswerProps {
  answer: TriedAnswer;
  isOpen: boolean;
}

/** The answer to some attempts, to unfold. It is only ever shown as text. */
function TrialAnswer({ answer, isOpen }: TrialAnswerProps) {
  const { sent } = answer;
  return (
    <li className="border-t border-line">
      <details open={isOpen}>
        <summary className="px-3 py-2 hover:bg-raised">
          <span className="inline-flex max-w-[calc(100%-1.25rem)] flex-wrap items-baseline gap-x-2 align-top">
            <span className="font-medium">{attemptsWords(answer)}</span>
            <AnswerBadge answer={answer.answer} />
            <span className="text-xs text-muted">
              {sent === undefined ? 'no reply matches' : `reply ${sent.reply + 1}`}
            </span>
          </span>
        </summary>
        <div className="space-y-2 px-3 pb-3">
          {sent === undefined ? (
            <p className="text-muted">Acknowledged with 200 and its id.</p>
          ) : (
            <Sent sent={sent} />
          )}
        </div>
      </details>
    </li>
  );
}

function Sent({ sent }: { sent: NonNullable<TriedAnswer['sent']> }) {
  const { step, head, body } = sent;
  const isSilent = step.kind === 'timeout' || step.kind === 'reset';
  return (
    <>
      <p className="text-muted">{happeningWords(sent)}</p>
      {!isSilent && head.headers.length > 0 && (
        <ul aria-label="Headers" className="font-mono text-[0.8125rem]">
          {head.headers.map(([name, value]) => (
            <li className="wrap-anywhere" key={name}>
              <span className="text-muted">{name}:</span> <ShownText text={value} />
            </li>
          ))}
        </ul>
      )}
      {!isSilent && <Body bytes={body} />}
    </>
  );
}

function Body({ bytes }: { bytes: Uint8Array }) {
  if (bytes.length === 0) return <p className="text-xs text-muted">No body.</p>;
  const text = textInUtf8(bytes);
  if (text === undefined) {
    return <p className="text-xs text-muted">{formatBytes(bytes.length)} that are not text.</p>;
  }
  return (
    <pre
      className="max-h-64 overflow-auto rounded-md bg-raised px-2 py-1.5 font-mono text-[0.8125rem] wrap-anywhere whitespace-pre-wrap"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
      tabIndex={0}
    >
      <ShownText text={text} />
    </pre>
  );
}
