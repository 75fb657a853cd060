import { readMatch } from '@hookwell/core/match';
import { type HandshakeName, handshakes } from '@hookwell/core/rules';
import { type KeyboardEvent, memo, useContext, useId, useRef } from 'react';
import { MatchInput } from '../search/match-input.tsx';
import type { Suggestion } from '../search/suggestions.ts';
import { HeaderRows } from '../sending/request-fields.tsx';
import { IconButton, textLink } from '../ui/controls.tsx';
import { TrashIcon } from '../ui/icons.tsx';
import { ArrowDownIcon, ArrowUpIcon } from '../ui/part-icons.tsx';
import { announce } from '../ui/toasts.tsx';
import type { DraftReply } from './draft/draft.ts';
import { type Fault, faultAt, headerPlace } from './draft/faults.ts';
import { AnswerFields } from './fields/answer-fields.tsx';
import { BodyEditor } from './fields/body-editor.tsx';
import { FaultLine } from './fields/labelled.tsx';
import { OfferedFromContext } from './offered-requests.ts';

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
          <AnswerFields change={change} faults={faults} place={place} reply={reply} />
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

interface WhenFieldProps {
  value: string;
  onChange: (value: string) => void;
  fault: string | undefined;
}

/** The requests that a reply is for, in the match language. */
function WhenField({ value, onChange, fault }: WhenFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { requests, openRequest } = useContext(OfferedFromContext);
  // A word that the language refuses is explained by the field itself.
  const isExplained = fault === undefined || readMatch(value).errors.length > 0;
  return (
    // The line below the field is kept free for an explanation.
    <div className="mb-2 min-h-20.25">
      <p aria-hidden="true" className="mb-1 font-medium">
        When
      </p>
      <MatchInput
        faultId={isExplained ? undefined : id}
        input={input}
        isOffered={isOffered}
        label="When"
        look="field"
        onChange={onChange}
        openRequest={openRequest}
        placeholder="Every request, or: path:/orders, json.type=…"
        requests={requests}
        text={value}
      />
      <FaultLine fault={isExplained ? undefined : fault} id={id} />
    </div>
  );
}

/** A field that is only known once an answer was decided cannot decide it. */
function isOffered({ label }: Suggestion): boolean {
  return !/^-?(has:)?(answer|id|delivery)\b/.test(label);
}

interface HandshakeReplyProps {
  handshake: HandshakeName;
  fault: string | undefined;
  /** The scheme that the settings have a secret of, or will be given one. */
  secretOf: string | undefined;
}

/** A reply to handshakes, shown with its answer. There is nothing to edit. */
function HandshakeReply({ handshake, fault, secretOf }: HandshakeReplyProps) {
  const { sender, documentation, sends, answers, secretOf: wanted } = handshakes[handshake];
  return (
    <div className="space-y-2 p-3">
      <p>
        When {sender} checks the URL with a {sends}, it is answered {answers}. All other requests go
        on to the next reply.
      </p>
      {wanted !== undefined && wanted !== secretOf && (
        <p className="text-xs text-warn">
          The reply is computed with the secret of {sender}: choose this sender under Signatures,
          and give its secret. Until then this reply is not used.
        </p>
      )}
      <p className="text-xs">
        <a className={textLink} href={documentation} rel="noreferrer" target="_blank">
          The handshake of {sender}
        </a>
        <span className="text-muted">, in its own documentation.</span>
      </p>
      <FaultLine fault={fault} id={`handshake-${handshake}`} />
    </div>
  );
}
