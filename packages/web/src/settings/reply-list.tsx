import { handshakeNames, handshakes } from '@hookwell/core/rules';
import { useCallback, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Button, buttonClass } from '../ui/controls.tsx';
import { useFocusOnKey } from '../ui/field.tsx';
import { ChevronDownIcon, PlusIcon } from '../ui/icons.tsx';
import { Menu } from '../ui/menu.tsx';
import type { MenuEntry } from '../ui/menu-popup.tsx';
import {
  type Draft,
  type DraftReply,
  draftReply,
  examples,
  type ReplySettings,
  takenBy,
  withChangedReply,
  withMovedReply,
  withoutReply,
  withReply,
} from './draft/draft.ts';
import { isEmpty } from './draft/draft-verify.ts';
import type { Fault } from './draft/faults.ts';
import { Section } from './fields/labelled.tsx';
import { ReplyCard } from './reply-card.tsx';

interface ReplyListProps {
  draft: Draft;
  faults: readonly Fault[];
  /** Never changes, so that a key that is pressed in one card renders no other. */
  onChange: (change: (draft: Draft) => Draft) => void;
}

/** The replies as cards in their order. */
export function ReplyList({ draft, faults, onChange }: ReplyListProps) {
  const { replies, verify } = draft;
  const secretOf = verify?.secrets.some((secret) => !isEmpty(secret)) ? verify.scheme : undefined;
  const list = useRef<HTMLOListElement>(null);
  const focusReply = useFocusOnKey(list, replies);
  const change = useCallback(
    (reply: DraftReply) => onChange((now) => withChangedReply(now, reply)),
    [onChange],
  );
  const move = useCallback(
    (key: number, by: -1 | 1) => {
      const focused = document.activeElement;
      flushSync(() => onChange((now) => withMovedReply(now, key, by)));
      // Browsers take the focus away from an element that moves in the document.
      if (focused instanceof HTMLElement) focused.focus();
    },
    [onChange],
  );
  const remove = useCallback(
    (key: number, neighbour: number | undefined) => {
      onChange((now) => withoutReply(now, key));
      focusReply(neighbour);
    },
    [onChange, focusReply],
  );
  const add = (reply: ReplySettings = {}) => {
    const added = draftReply(reply);
    focusReply(added.key);
    onChange((now) => withReply(now, added));
  };
  return (
    <Section
      explanation="Each request is stored, and then gets the first reply whose condition matches. If none matches, the reply is 200."
      title="Replies"
    >
      {replies.length === 0 ? (
        <FirstReply onAdd={add} />
      ) : (
        <>
          <ol className="space-y-3" ref={list}>
            {replies.map((reply, index) => (
              <ReplyCard
                count={replies.length}
                faults={faultsOfCard(faults, index)}
                index={index}
                key={reply.key}
                neighbour={(replies[index + 1] ?? replies[index - 1])?.key}
                onChange={change}
                onMove={move}
                onRemove={remove}
                reply={reply}
                secretOf={secretOf}
                takenBy={takenBy(replies, index)}
              />
            ))}
          </ol>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button onClick={() => add()}>
              <PlusIcon />
              Add a reply
            </Button>
            <Menu className={buttonClass('quiet')} entries={exampleEntries(add)}>
              Add an example
              <ChevronDownIcon className="size-3.5" />
            </Menu>
            <HandshakeMenu onAdd={add} />
          </div>
        </>
      )}
    </Section>
  );
}

const noFaults: readonly Fault[] = [];

/** Always the same list if there is none, so that the card is not rendered again. */
function faultsOfCard(faults: readonly Fault[], index: number): readonly Fault[] {
  const found = faults.filter(({ place }) => place.startsWith(`replies[${index}]`));
  return found.length === 0 ? noFaults : found;
}

function exampleEntries(add: (reply: ReplySettings) => void): MenuEntry[] {
  return examples.map(({ name, line, reply }) => ({
    label: name,
    hint: line,
    run: () => add(reply),
  }));
}

/** The handshakes of senders, as replies that need no more. */
function HandshakeMenu({ onAdd }: { onAdd: (reply: ReplySettings) => void }) {
  const entries = handshakeNames.map((name) => ({
    label: handshakes[name].sender,
    hint: `Answers a ${handshakes[name].sends}.`,
    run: () => onAdd({ handshake: name }),
  }));
  return (
    <Menu className={buttonClass('quiet')} entries={entries}>
      Handshake of…
      <ChevronDownIcon className="size-3.5" />
    </Menu>
  );
}

/** Proposals for a first reply. */
function FirstReply({ onAdd }: { onAdd: (reply?: ReplySettings) => void }) {
  return (
    <div className="rounded-lg border border-line bg-surface">
      <p className="px-3 pt-3 font-medium">Begin with an example, or with an empty reply:</p>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {examples.map(({ name, line, reply }) => (
          <li key={name}>
            <button
              className="grid w-full gap-x-3 px-3 py-2 text-left outline-offset-[-2px] hover:bg-raised sm:grid-cols-[8rem_1fr]"
              onClick={() => onAdd(reply)}
              type="button"
            >
              <span className="font-medium text-accent">{name}</span>
              <span className="text-muted">{line}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 p-3">
        <Button onClick={() => onAdd()}>
          <PlusIcon />
          Add an empty reply
        </Button>
        <HandshakeMenu onAdd={onAdd} />
      </div>
    </div>
  );
}
