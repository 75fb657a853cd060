import type { DeliveryAttempt } from '@hookwell/client';
import { useState } from 'react';
import { SignatureBadge } from '../signatures/signature-badge.tsx';
import { Button } from '../ui/button.tsx';
import { formatCount, formatExactTime } from '../ui/format.ts';
import { replyWords } from './answer-kind.ts';
import { AnswerShape } from './answer-shape.tsx';
import { isByListener, kindOf, type NumberedAttempt } from './attempts.ts';
import { durationText } from './duration-text.ts';
import { RequestLink } from './request-link.tsx';

/** Of more attempts the newest are shown until all are asked for. */
const maxRows = 20;

interface AttemptsTableProps {
  token: string;
  attempts: readonly NumberedAttempt[];
  /** The ids of the captured requests that a failed finding rests on. */
  blamed: ReadonlySet<number>;
  /** The captured request to point at. */
  requestId: number | undefined;
}

/** The attempts of a delivery, oldest first, each with the gap before it. */
export function AttemptsTable({ token, attempts, blamed, requestId }: AttemptsTableProps) {
  const [isWhole, setWhole] = useState(false);
  const first = attempts[0]?.attempt;
  const isPointedAt = ({ attempt }: NumberedAttempt) => attempt.id === requestId;
  const newest = attempts.slice(-maxRows);
  const shown =
    isWhole || (attempts.some(isPointedAt) && !newest.some(isPointedAt)) ? attempts : newest;
  if (first === undefined) return null;
  return (
    <div className="relative overflow-x-auto border-t border-line px-4">
      {shown.length < attempts.length && (
        <Button className="my-2" onClick={() => setWhole(true)} size="small">
          Show all {formatCount(attempts.length)} attempts
        </Button>
      )}
      <table aria-label="Attempts" className="tabular w-full text-left text-xs">
        <thead className="text-muted">
          <tr>
            {['Attempt', 'Received', 'Gap', 'Reply', 'Retry-After', 'Sender', 'Request'].map(
              (name) => (
                <th className="py-1.5 pr-4 font-medium whitespace-nowrap" key={name} scope="col">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((numbered) => (
            <AttemptRow
              first={first}
              isBlamed={blamed.has(numbered.attempt.id)}
              isPointedAt={isPointedAt(numbered)}
              key={numbered.attempt.id}
              numbered={numbered}
              token={token}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface AttemptRowProps {
  token: string;
  numbered: NumberedAttempt;
  /** The first attempt of the list, which the others are compared with. */
  first: DeliveryAttempt;
  isBlamed: boolean;
  isPointedAt: boolean;
}

function AttemptRow({ token, numbered, first, isBlamed, isPointedAt }: AttemptRowProps) {
  const { attempt, number, gap, isEarly, isWaiting } = numbered;
  const { answer, retryAfter, gaveUpAfter, cutShortAfter, receivedAt, id } = attempt;
  const sender = [
    ...(attempt === first ? [] : differences(attempt, first)),
    ...(gaveUpAfter === undefined ? [] : [`hung up after ${durationText(gaveUpAfter)}`]),
  ];
  return (
    <tr
      aria-current={isPointedAt ? 'true' : undefined}
      className={`border-t border-line align-top ${isPointedAt ? 'bg-accent-soft' : ''}`}
    >
      <th className="py-1 pr-4 font-medium" scope="row">
        {number ?? '–'}{' '}
        {isBlamed && (
          <span className="ml-1 whitespace-nowrap text-danger" title="A failed finding rests on it">
            failed
          </span>
        )}
      </th>
      <td className="py-1 pr-4 whitespace-nowrap">
        <time dateTime={receivedAt}>{formatExactTime(receivedAt)}</time>
      </td>
      <td className={`py-1 pr-4 whitespace-nowrap ${isEarly ? 'text-danger' : ''}`}>
        {gap === undefined ? '–' : durationText(gap)}
        {isEarly && ', too early'}
      </td>
      <td className="py-1 pr-4">
        <span className="flex items-center gap-1.5 whitespace-nowrap">
          <AnswerShape kind={kindOf(numbered)} />
          {isWaiting ? 'waiting for a listener' : replyWords(answer)}
          {!isWaiting && isByListener(attempt) && ' by a listener'}
          {cutShortAfter !== undefined && `, cut short after ${durationText(cutShortAfter)}`}
        </span>
      </td>
      <td className="py-1 pr-4 whitespace-nowrap">
        {retryAfter === undefined ? '–' : durationText(retryAfter * 1000)}
      </td>
      <td className="py-1 pr-4">
        {sender.join(', ')}
        {attempt.signature !== undefined && (
          <span className="whitespace-nowrap">
            {sender.length > 0 && ', '}signature{' '}
            <SignatureBadge verdict={attempt.signature.verdict} />
          </span>
        )}
        {sender.length === 0 && attempt.signature === undefined && '–'}
      </td>
      <td className="py-1">
        <RequestLink id={id} token={token} />
      </td>
    </tr>
  );
}

/** The differences between an attempt and the first one, in a few words each. */
export function differences(attempt: DeliveryAttempt, first: DeliveryAttempt): string[] {
  const body = attempt.bodyHash === first.bodyHash ? 'same body' : 'another body';
  if (attempt.idHash === undefined || first.idHash === undefined) return [body];
  return [body, attempt.idHash === first.idHash ? 'same id' : 'another id'];
}
