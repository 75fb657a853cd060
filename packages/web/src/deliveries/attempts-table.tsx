import type { DeliveryAttempt } from '@hookwell/client';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { SignatureBadge } from '../request/badges.tsx';
import { Button, textLink } from '../ui/controls.tsx';
import { formatCount, formatExactTime } from '../ui/format.ts';
import { CloseIcon } from '../ui/icons.tsx';
import {
  type AnswerKind,
  durationText,
  isByListener,
  kindOf,
  type NumberedAttempt,
  replyWords,
} from './attempts.ts';

const diamond = <path d="M10 1.5 18.5 10 10 18.5 1.5 10z" />;
const square = <rect height="14" rx="2.5" width="14" x="3" y="3" />;

/** Each kind has a form and a sign of its own, since colours do not tell everybody. */
const shapes: Readonly<Record<AnswerKind, { colour: string; form: ReactNode; sign: ReactNode }>> = {
  accepted: {
    colour: 'text-ok',
    form: <circle cx="10" cy="10" r="7.75" />,
    sign: <path d="m6.5 10.3 2.4 2.4 4.6-5" />,
  },
  refused: { colour: 'text-danger', form: square, sign: <path d="M10 6.2v4.3m0 3v.01" /> },
  timeout: { colour: 'text-warn', form: diamond, sign: <path d="M10 6.3V10l2.4 1.6" /> },
  reset: { colour: 'text-warn', form: diamond, sign: <path d="m7.9 7.9 4.2 4.2m0-4.2-4.2 4.2" /> },
  waiting: {
    colour: 'text-accent',
    form: <circle cx="10" cy="10" r="7.75" />,
    sign: <path d="M6.6 10h.01m3.39 0h.01m3.39 0h.01" />,
  },
  truncate: { colour: 'text-warn', form: diamond, sign: <path d="M6.6 10h3.2m2 0h.01m2 0h.01" /> },
};

/** A mark for an answer. Words beside it say the same. */
function AnswerShape({ kind }: { kind: AnswerKind }) {
  const { colour, form, sign } = shapes[kind];
  return (
    <svg
      aria-hidden="true"
      className={`size-5 shrink-0 ${colour}`}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.6"
      viewBox="0 0 20 20"
    >
      <g className="fill-surface" stroke="currentColor">
        {form}
      </g>
      <g className="stroke-current">{sign}</g>
    </svg>
  );
}

/** Of more attempts the newest are shown until all are asked for. */
const maxRows = 20;

/** The failed expectations by the ids of the captured requests that show it. */
export type Blamed = ReadonlyMap<number, readonly string[]>;

/** The columns with their widths, the same for all deliveries; what an attempt shows of the sender takes the rest. */
const columns = [
  ['Attempt', 'w-15 xl:w-18'],
  ['Received', 'w-38 xl:w-44'],
  ['Gap', 'w-18 xl:w-30'],
  ['Reply', 'w-32 xl:w-42'],
  ['Sender', ''],
  ['Request', 'w-13'],
] as const;

/** Short enough for a column; the rest is in the title. */
const time = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  hourCycle: 'h23',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

interface AttemptsTableProps {
  token: string;
  attempts: readonly NumberedAttempt[];
  blamed: Blamed;
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
      <table
        aria-label="Attempts"
        className="tabular w-full min-w-152 table-fixed max-sm:min-w-180 text-left text-xs"
      >
        <thead className="text-muted">
          <tr>
            {columns.map(([name, width]) => (
              <th
                className={`py-1.5 pr-4 font-medium whitespace-nowrap last:pr-0 ${width}`}
                key={name}
                scope="col"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((numbered) => (
            <AttemptRow
              first={first}
              failed={blamed.get(numbered.attempt.id) ?? []}
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
  /** The expectations that it fails. */
  failed: readonly string[];
  isPointedAt: boolean;
}

function AttemptRow({ token, numbered, first, failed, isPointedAt }: AttemptRowProps) {
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
        {number ?? '–'}
      </th>
      <td className="py-1 pr-4">
        <time dateTime={receivedAt} title={formatExactTime(receivedAt)}>
          {time.format(new Date(receivedAt))}
        </time>
      </td>
      <td className={`py-1 pr-4 ${isEarly ? 'text-danger' : ''}`}>
        {gap === undefined ? '–' : durationText(gap)}
        {isEarly && ', too early'}
      </td>
      <td className="py-1 pr-4">
        <span className="-my-0.5 flex items-start gap-1.5">
          <AnswerShape kind={kindOf(numbered)} />
          <span className="py-0.5">
            {isWaiting ? 'waiting for a listener' : replyWords(answer)}
            {!isWaiting && isByListener(attempt) && ' by a listener'}
            {retryAfter !== undefined && `, retry after ${durationText(retryAfter * 1000)}`}
            {cutShortAfter !== undefined && `, cut short after ${durationText(cutShortAfter)}`}
          </span>
        </span>
      </td>
      <td className="py-1 pr-4">
        <span className="flex flex-wrap gap-x-2">
          {sender.length > 0 && <span>{sender.join(', ')}</span>}
          {attempt.signature !== undefined && (
            <SignatureBadge verdict={attempt.signature.verdict} />
          )}
          {failed.map((expectation) => (
            <span
              className="flex items-center gap-0.5 text-danger"
              key={expectation}
              title="This attempt shows that the expectation failed"
            >
              <CloseIcon className="size-3.5 shrink-0" />
              <span className="sr-only">failed </span>
              {expectation}
            </span>
          ))}
          {sender.length + failed.length === 0 && attempt.signature === undefined && '–'}
        </span>
      </td>
      <td className="py-1">
        <RequestLink id={id} token={token} />
      </td>
    </tr>
  );
}

/** The differences between an attempt and the first one, in a few words each. */
function differences(attempt: DeliveryAttempt, first: DeliveryAttempt): string[] {
  const body = attempt.bodyHash === first.bodyHash ? 'same body' : 'another body';
  if (attempt.idHash === undefined || first.idHash === undefined) return [body];
  return [body, attempt.idHash === first.idHash ? 'same id' : 'another id'];
}

interface RequestLinkProps {
  token: string;
  id: number;
  /** Said before the number: `Request`. Screen readers hear "Request" in any case. */
  word?: string;
}

/** The way to a captured request. */
export function RequestLink({ token, id, word }: RequestLinkProps) {
  return (
    <Link
      className={`tabular whitespace-nowrap ${textLink}`}
      params={{ token, id: String(id) }}
      to="/endpoints/$token/requests/$id"
    >
      {word === undefined ? <span className="sr-only">Request </span> : `${word} `}#{id}
    </Link>
  );
}
