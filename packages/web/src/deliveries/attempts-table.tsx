import type { DeliveryAttempt } from '@hookwell/client';
import { useState } from 'react';
import { SignatureBadge } from '../signatures/signature-badge.tsx';
import { Button } from '../ui/button.tsx';
import { formatExactTime } from '../ui/format.ts';
import { AnswerShape } from './answer-shape.tsx';
import { differences } from './attempt-details.tsx';
import { isByListener, kindOf, type NumberedAttempt } from './attempts.ts';
import { durationText } from './duration-text.ts';
import { RequestLink } from './request-link.tsx';

/** So many rows come at a time. */
const rowsAtOnce = 100;

interface AttemptsTableProps {
  id: string;
  token: string;
  attempts: readonly NumberedAttempt[];
}

/** Every attempt of a delivery, oldest first. */
export function AttemptsTable({ id, token, attempts }: AttemptsTableProps) {
  const [count, setCount] = useState(rowsAtOnce);
  const first = attempts[0]?.attempt;
  return (
    <div className="border-t border-line" id={id}>
      <section aria-label="Table of attempts" className="relative overflow-x-auto px-4 py-2">
        <table className="tabular w-full text-left text-xs">
          <thead className="text-muted">
            <tr>
              {['Attempt', 'Received', 'Gap', 'Reply', 'Retry-After', 'Sender', 'Request'].map(
                (name) => (
                  <th className="py-1 pr-4 font-medium whitespace-nowrap" key={name} scope="col">
                    {name}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {first !== undefined &&
              attempts
                .slice(0, count)
                .map((numbered) => (
                  <AttemptRow
                    first={first}
                    key={numbered.attempt.id}
                    numbered={numbered}
                    token={token}
                  />
                ))}
          </tbody>
        </table>
      </section>
      {attempts.length > count && (
        <Button className="mx-4 mb-2" onClick={() => setCount(count + rowsAtOnce)} size="small">
          {Math.min(rowsAtOnce, attempts.length - count)} more of {attempts.length - count}
        </Button>
      )}
    </div>
  );
}

interface AttemptRowProps {
  token: string;
  numbered: NumberedAttempt;
  first: DeliveryAttempt;
}

function AttemptRow({ token, numbered, first }: AttemptRowProps) {
  const { attempt, number, gap, isEarly, isWaiting } = numbered;
  const { answer, retryAfter, gaveUpAfter, cutShortAfter, receivedAt, id } = attempt;
  const sender = [
    ...(attempt === first ? [] : differences(attempt, first)),
    ...(gaveUpAfter === undefined ? [] : [`hung up after ${durationText(gaveUpAfter)}`]),
  ];
  return (
    <tr className="border-t border-line align-top">
      <th className="py-1 pr-4 font-medium" scope="row">
        {number ?? '–'}
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
          {isWaiting ? 'waiting for a listener' : answer}
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
