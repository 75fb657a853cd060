import type { DeliveryAttempt } from '@hookwell/client';
import { formatExactTime } from '../ui/format.ts';
import { attemptSentences, type NumberedAttempt } from './attempts.ts';
import { durationText } from './duration-text.ts';
import { RequestLink } from './request-link.tsx';

interface AttemptDetailsProps {
  token: string;
  numbered: NumberedAttempt;
  /** The first attempt of the list, which the others are compared with. */
  first: DeliveryAttempt;
}

/** The details of one attempt, in a place of fixed height, so that pointing at others moves nothing. */
export function AttemptDetails({ token, numbered, first }: AttemptDetailsProps) {
  const { attempt, gap } = numbered;
  const facts = [
    ...(gap === undefined ? [] : [`${durationText(gap)} after the one before`]),
    ...(attempt === first ? [] : differences(attempt, first)),
    ...(attempt.signature === undefined ? [] : [`signature ${attempt.signature.verdict}`]),
  ];
  return (
    <div className="flex min-h-11 flex-wrap items-start justify-between gap-x-4 px-4 pb-2 max-sm:min-h-22">
      <div className="min-w-0 grow basis-64">
        <p>{attemptSentences(numbered)}</p>
        <p className="text-xs text-muted">
          <time dateTime={attempt.receivedAt}>{formatExactTime(attempt.receivedAt)}</time>
          {facts.map((fact) => ` · ${fact}`)}
        </p>
      </div>
      <RequestLink id={attempt.id} token={token} word="Request" />
    </div>
  );
}

/** The differences between an attempt and the first one, in a few words each. */
export function differences(attempt: DeliveryAttempt, first: DeliveryAttempt): string[] {
  const body = attempt.bodyHash === first.bodyHash ? 'same body' : 'another body';
  if (attempt.idHash === undefined || first.idHash === undefined) return [body];
  return [body, attempt.idHash === first.idHash ? 'same id' : 'another id'];
}
