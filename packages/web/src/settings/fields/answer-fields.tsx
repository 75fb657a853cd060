import { type DraftReply, draftStep } from '../draft/draft.ts';
import { type Fault, faultAt } from '../draft/faults.ts';
import { PlanSteps } from './plan-steps.tsx';
import { type Option, SuggestedField } from './suggested-field.tsx';

interface AnswerFieldsProps {
  reply: DraftReply;
  change: (changes: Partial<DraftReply>) => void;
  place: string;
  faults: readonly Fault[];
}

/** The status or the plan, the delay and the media type. */
export function AnswerFields({ reply, change, place, faults }: AnswerFieldsProps) {
  const hasPlan = reply.steps.length > 0;
  const hasStatus = !hasPlan || reply.status !== '' || reply.steps.some(isTruncating);
  const status = hasStatus && (
    <SuggestedField
      fault={faultAt(faults, `${place}.status`)}
      inputMode="numeric"
      label={hasPlan ? 'Status if truncated' : 'Status'}
      onChange={(typed) => change({ status: digitsOf(typed) })}
      options={statuses}
      placeholder="200"
      value={reply.status}
    />
  );
  return (
    <>
      <AnswerKind
        hasPlan={hasPlan}
        onChange={(isPlan) =>
          change(
            isPlan
              ? { steps: [draftStep(reply.status || '500'), draftStep('200')], status: '' }
              : { steps: [] },
          )
        }
      />
      {hasPlan && (
        <PlanSteps
          faults={faults}
          onChange={(steps) => change({ steps })}
          place={`${place}.plan`}
          steps={reply.steps}
        />
      )}
      <div
        className={`grid gap-3 max-sm:grid-cols-2 ${hasStatus ? 'sm:grid-cols-[1fr_1fr_1.4fr]' : 'sm:grid-cols-[1fr_2.4fr]'}`}
      >
        {status}
        <SuggestedField
          fault={faultAt(faults, `${place}.delay`)}
          label="Delay"
          onChange={(delay) => change({ delay })}
          options={delays}
          placeholder="none"
          value={reply.delay}
        />
        <SuggestedField
          className="max-sm:col-span-2"
          fault={faultAt(faults, `${place}.headers["content-type"]`)}
          label="Media type"
          onChange={(mediaType) => change({ mediaType })}
          options={mediaTypes}
          placeholder={reply.isBase64 ? 'application/octet-stream' : 'text/plain; charset=utf-8'}
          value={reply.mediaType}
        />
      </div>
    </>
  );
}

function isTruncating({ text }: DraftReply['steps'][number]): boolean {
  return text.trimStart().startsWith('truncate');
}

/** A suggestion names the status in words behind its digits. */
function digitsOf(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, 3);
}

interface AnswerKindProps {
  hasPlan: boolean;
  onChange: (hasPlan: boolean) => void;
}

/** One answer for all attempts, or a plan. */
function AnswerKind({ hasPlan, onChange }: AnswerKindProps) {
  return (
    <fieldset>
      <legend className="sr-only">The reply</legend>
      <div className="inline-flex rounded-lg border border-line bg-raised p-0.5">
        {[
          { isPlan: false, label: 'One reply' },
          { isPlan: true, label: 'Steps' },
        ].map(({ isPlan, label }) => (
          <button
            aria-pressed={hasPlan === isPlan}
            className="h-7 rounded-md px-2.5 text-xs font-medium text-muted hover:text-text aria-pressed:bg-surface aria-pressed:text-text aria-pressed:shadow-sm"
            key={label}
            onClick={() => hasPlan !== isPlan && onChange(isPlan)}
            type="button"
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** Statuses that receivers of webhooks give (RFC 9110, section 15; RFC 6585), for completion. */
const statuses: readonly Option[] = [
  { label: '200', hint: 'OK' },
  { label: '201', hint: 'Created' },
  { label: '202', hint: 'Accepted' },
  { label: '204', hint: 'No Content: there is no body' },
  { label: '301', hint: 'Moved Permanently' },
  { label: '302', hint: 'Found' },
  { label: '307', hint: 'Temporary Redirect: with the same method' },
  { label: '308', hint: 'Permanent Redirect: with the same method' },
  { label: '400', hint: 'Bad Request' },
  { label: '401', hint: 'Unauthorized' },
  { label: '403', hint: 'Forbidden' },
  { label: '404', hint: 'Not Found' },
  { label: '409', hint: 'Conflict' },
  { label: '410', hint: 'Gone: some senders never send again' },
  { label: '422', hint: 'Unprocessable Content' },
  { label: '429', hint: 'Too Many Requests' },
  { label: '500', hint: 'Internal Server Error' },
  { label: '502', hint: 'Bad Gateway' },
  { label: '503', hint: 'Service Unavailable' },
  { label: '504', hint: 'Gateway Timeout' },
];

const delays: readonly Option[] = [
  { label: '500ms' },
  { label: '2s' },
  { label: '10s', hint: 'Many senders wait no longer.' },
  { label: '30s' },
  { label: '60s', hint: 'The longest.' },
];

const mediaTypes: readonly Option[] = [
  { label: 'application/json', hint: 'Inserted fields are escaped as parts of a JSON string.' },
  { label: 'text/plain; charset=utf-8' },
  {
    label: 'text/html; charset=utf-8',
    hint: 'Inserted fields are escaped. Browsers show it in a sandbox.',
  },
  { label: 'application/xml', hint: 'Inserted fields are escaped.' },
  { label: 'application/x-www-form-urlencoded' },
];
