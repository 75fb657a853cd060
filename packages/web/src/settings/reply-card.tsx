import { handshakes } from '@hookwell/core/rules';
import { type KeyboardEvent, memo, useId } from 'react';
import { HeaderRows } from '../sending/header-rows.tsx';
import { IconButton } from '../ui/button.tsx';
import { TrashIcon } from '../ui/icons.tsx';
import { ArrowDownIcon, ArrowUpIcon } from '../ui/part-icons.tsx';
import { announce } from '../ui/toasts.ts';
import { type DraftReply, draftStep } from './draft/draft.ts';
import { type Fault, faultAt, headerPlace } from './draft/faults.ts';
import { AnswerKind } from './fields/answer-kind.tsx';
import { BodyEditor } from './fields/body-editor.tsx';
import { delays, mediaTypes, statuses } from './fields/options.ts';
import { PlanSteps } from './fields/plan-steps.tsx';
import { SuggestedField } from './fields/suggested-field.tsx';
import { WhenField } from './fields/when-field.tsx';
import { HandshakeReply } from './handshake-reply.tsx';

interface ReplyCardProps {
  reply: DraftReply;
  index: number;
  count: number;
  /** The index of an earlier reply that answers every request. */
  takenBy: number | undefined;
  faults: readonly Fault[];
  /** The scheme that there is a secret of, for handshakes to be answered with. */
  secretOf: string | undefined;
  onChange: (reply: DraftReply) => void;
  onMove: (key: number, by: -1 | 1) => void;
  /** @param neighbour the key of the reply that gets the focus */
  onRemove: (key: number, neighbour: number | undefined) => void;
  /** The key of the reply below, or else above. */
  neighbour: number | undefined;
}

/** One reply: when it answers, and how. */
export const ReplyCard = memo(function ReplyCard(props: ReplyCardProps) {
  const { reply, index, count, takenBy, faults, onChange, onMove, onRemove } = props;
  const id = useId();
  const place = `replies[${index}]`;
  const change = (changes: Partial<DraftReply>) => onChange({ ...reply, ...changes });
  const move = (by: -1 | 1) => {
    const to = index + by;
    if (to < 0 || to >= count) return;
    onMove(reply.key, by);
    announce(`Reply ${index + 1} is now reply ${to + 1} of ${count}`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key];
    if (by === undefined || !event.altKey) return;
    event.preventDefault();
    move(by);
  };
  return (
    <li
      aria-labelledby={id}
      className="rounded-lg border border-line bg-surface"
      data-key={reply.key}
      onKeyDown={onKeyDown}
    >
      <div className="flex h-10 items-center border-b border-line pr-1 pl-3">
        <h3 className="mr-auto font-medium" id={id}>
          Reply {index + 1}
          {reply.handshake !== undefined && (
            <span className="font-normal">: handshake of {handshakes[reply.handshake].sender}</span>
          )}
        </h3>
        <IconButton
          aria-disabled={index === 0}
          className="aria-disabled:opacity-40"
          label={`Move reply ${index + 1} up`}
          onClick={() => move(-1)}
          shortcut="Alt+↑"
        >
          <ArrowUpIcon />
        </IconButton>
        <IconButton
          aria-disabled={index === count - 1}
          className="aria-disabled:opacity-40"
          label={`Move reply ${index + 1} down`}
          onClick={() => move(1)}
          shortcut="Alt+↓"
        >
          <ArrowDownIcon />
        </IconButton>
        <IconButton
          label={`Remove reply ${index + 1}`}
          onClick={() => {
            onRemove(reply.key, props.neighbour);
            announce(`Removed reply ${index + 1}`);
          }}
        >
          <TrashIcon />
        </IconButton>
      </div>
      {takenBy !== undefined && (
        <p className="border-b border-line bg-warn-soft px-3 py-1.5 text-xs text-warn">
          Never used: reply {takenBy + 1} has no condition, so it already answers every request.
        </p>
      )}
      {reply.handshake !== undefined ? (
        <HandshakeReply
          fault={faultAt(faults, place)}
          handshake={reply.handshake}
          secretOf={props.secretOf}
        />
      ) : (
        <div className="space-y-4 p-3">
          <WhenField
            fault={faultAt(faults, `${place}.when`)}
            onChange={(when) => change({ when })}
            value={reply.when}
          />
          <Answer change={change} faults={faults} place={place} reply={reply} />
          <BodyEditor
            fault={faultAt(faults, `${place}.body`) ?? faultAt(faults, `${place}.bodyBase64`)}
            onChange={change}
            reply={reply}
          />
          <HeaderRows
            faultOf={(row, index) =>
              faultAt(faults, `${place}.${headerPlace(index)}`) ??
              faultAt(faults, `${place}.headers[${JSON.stringify(row.name.trim())}]`)
            }
            onChange={(headers) => change({ headers })}
            rows={reply.headers}
          />
        </div>
      )}
    </li>
  );
});

interface AnswerProps {
  reply: DraftReply;
  change: (changes: Partial<DraftReply>) => void;
  place: string;
  faults: readonly Fault[];
}

/** The status or the plan, the delay and the media type. */
function Answer({ reply, change, place, faults }: AnswerProps) {
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
