import type { CapturedRequestSummary, CapturedRequestWire } from '@hookwell/client';
import { deleteRequest } from '../log/removals.ts';
import { useShortcut } from '../page/shortcuts.ts';
import { buttonClass, IconButton } from '../ui/button.tsx';
import { ChevronDownIcon, CopyIcon, SendIcon, TrashIcon } from '../ui/icons.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { CompareMenu } from './compare-menu.tsx';
import { useCopies } from './use-copies.ts';

interface RequestActionsProps {
  summary: CapturedRequestSummary;
  wire: CapturedRequestWire | undefined;
}

/** The actions on a request: copy, compare, send again, delete. */
export function RequestActions({ summary, wire }: RequestActionsProps) {
  const { id } = summary;
  const copies = useCopies(summary, wire);
  const enabled = copies !== undefined;
  const group = 'Request';
  useShortcut('c', () => void copies?.curl(), { label: 'Copy as curl', group, enabled });
  useShortcut('y', () => void copies?.body(), { label: 'Copy the body', group, enabled });
  return (
    <div className="-mx-1 flex shrink-0 items-center gap-1">
      <Menu
        align="end"
        className={buttonClass('plain', 'small')}
        entries={copyEntries(copies, summary)}
      >
        <CopyIcon />
        Copy
        <ChevronDownIcon className="size-3.5" />
      </Menu>
      <CompareMenu id={id} target={wire?.target} />
      <a
        className="inline-flex size-8 items-center justify-center rounded-lg text-muted hover:bg-raised hover:text-text"
        href={`/resend?id=${id}`}
        title="Send again"
      >
        <SendIcon />
        <span className="sr-only">Send again</span>
      </a>
      <IconButton label="Delete" onClick={() => deleteRequest(id)}>
        <TrashIcon />
      </IconButton>
    </div>
  );
}

function copyEntries(
  copies: ReturnType<typeof useCopies>,
  { bodySize }: CapturedRequestSummary,
): MenuEntry[] {
  const isDisabled = copies === undefined;
  return [
    { label: 'URL', run: () => void copies?.url(), isDisabled },
    {
      label: 'Body',
      run: () => void copies?.body(),
      isDisabled: isDisabled || bodySize === 0,
      shortcut: 'y',
    },
    { label: 'Headers', run: () => void copies?.headers(), isDisabled },
    { kind: 'separator' },
    { label: 'As curl', run: () => void copies?.curl(), isDisabled, shortcut: 'c' },
    { label: 'As fetch', run: () => void copies?.fetch(), isDisabled },
    { label: 'As HTTP text', run: () => void copies?.httpText(), isDisabled },
  ];
}
