import type { CapturedRequestSummary, CapturedRequestWire } from '@hookwell/client';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useEndpointById } from '../endpoints/endpoints.ts';
import { focusDetail } from '../list/use-selection.ts';
import { deleteRequest } from '../log/removals.ts';
import { useAction, useShortcut } from '../page/shortcuts.ts';
import { basePath } from '../page/this-page.ts';
import { tokenIn } from '../request/request-parts.ts';
import { queryClient, receiveUrl, useService } from '../service/client.ts';
import { useMayChange } from '../session/session.ts';
import { Button, buttonClass } from '../ui/controls.tsx';
import { ChevronDownIcon, CopyIcon, SendIcon, ShareIcon, TrashIcon } from '../ui/icons.tsx';
import { LazyPart, lazyComponent } from '../ui/lazy-part.tsx';
import { Menu } from '../ui/menu.tsx';
import type { MenuEntry } from '../ui/menu-popup.tsx';
import { CompareIcon, ExternalIcon, TrialIcon } from '../ui/part-icons.tsx';
import { toastFailure } from '../ui/toasts.tsx';
import { wholeBodyQuery } from './body/body-query.ts';
import type { OfferedRequests } from './compare-dialog.tsx';
import { useCopies } from './use-copies.ts';

const ShareDialog = lazyComponent(() => import('../sharing/share-dialog.tsx'), 'ShareDialog');
const CompareDialog = lazyComponent(() => import('./compare-dialog.tsx'), 'CompareDialog');

/** The words beside a drawing show where the head has room for them. */
const roomy = 'sr-only @min-[62rem]:not-sr-only';

/** Opens the dialog that shows a captured request to others. */
function ShareButton({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false);
  useAction(() => setOpen(true), { label: 'Share the request', group: 'Request' });
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        size="small"
        title="Share this request"
      >
        <ShareIcon className="size-3.5" />
        <span className={roomy}>Share…</span>
      </Button>
      {isOpen && (
        <LazyPart>
          <ShareDialog onClose={() => setOpen(false)} subject={id} />
        </LazyPart>
      )}
    </>
  );
}

interface CompareButtonProps {
  summary: CapturedRequestSummary;
  /** The token of the request's endpoint; missing while it is being loaded. */
  token: string | undefined;
  offered: OfferedRequests;
}

/** Opens the choice of another request to compare this one with. */
function CompareButton(props: CompareButtonProps) {
  const [isOpen, setOpen] = useState(false);
  useAction(() => setOpen(true), { label: 'Compare with another request', group: 'Request' });
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)} size="small">
        <CompareIcon className="size-3.5" />
        <span className="max-sm:sr-only">Compare</span>
      </Button>
      {isOpen && (
        <LazyPart>
          <CompareDialog {...props} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
}

interface RequestActionsProps {
  summary: CapturedRequestSummary;
  wire: CapturedRequestWire | undefined;
  offered: OfferedRequests;
}

/** The actions on a request: copy, compare, share, send again, delete. */
export function RequestActions({ summary, wire, offered }: RequestActionsProps) {
  const { id, endpointId } = summary;
  const navigate = useNavigate();
  const token = useEndpointById(endpointId)?.token;
  const mayChange = useMayChange();
  const trial = {
    to: '/endpoints/$token/settings',
    params: { token: token ?? '' },
    search: { try: String(id) },
  } as const;
  const copies = useCopies(summary, wire, token);
  const enabled = copies !== undefined;
  const group = 'Request';
  useShortcut('c', () => void copies?.curl(), { label: 'Copy as curl', group, enabled });
  useShortcut('y', () => void copies?.body(), { label: 'Copy the body', group, enabled });
  useAction(() => void copies?.url(), { label: 'Copy the URL', group, enabled });
  useAction(() => void copies?.link(), { label: 'Copy the link', group, enabled });
  useAction(() => void copies?.headers(), { label: 'Copy the headers', group, enabled });
  useAction(() => void copies?.fetch(), { label: 'Copy as fetch', group, enabled });
  useAction(() => void copies?.python(), { label: 'Copy as Python', group, enabled });
  useAction(() => void copies?.httpText(), { label: 'Copy as HTTP text', group, enabled });
  const again = useSendAgain(summary, token);
  const resend = `${basePath}/resend?id=${id}`;
  useAction(again, { label: 'Send again', group, enabled: token !== undefined });
  useAction(() => location.assign(resend), { label: 'Send to another URL', group });
  useAction(() => void navigate(trial), {
    label: 'Try replies against it',
    group,
    enabled: token !== undefined,
  });
  useShortcut('Delete', () => deleteRequest(id), {
    label: 'Delete the request',
    group,
    enabled: mayChange,
  });
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Menu
        align="end"
        className={buttonClass('plain', 'small')}
        entries={copyEntries(copies, summary)}
      >
        <CopyIcon className="size-3.5 max-sm:hidden" />
        Copy
        <ChevronDownIcon className="size-3.5" />
      </Menu>
      <CompareButton
        offered={offered}
        summary={summary}
        token={wire === undefined ? undefined : tokenIn(wire.target)}
      />
      {mayChange && <ShareButton id={id} />}
      {token !== undefined && (
        <Button onClick={again} size="small" title="Send this request to its endpoint again">
          <SendIcon className="size-3.5 max-sm:hidden" />
          Send again
        </Button>
      )}
      <a
        className={buttonClass('plain', 'small')}
        href={resend}
        title="Send to another URL, as it was or edited"
      >
        <ExternalIcon className="size-3.5" />
        <span className="sr-only">Send to </span>
        <span className={`${roomy} inline-block first-letter:uppercase`}>another URL</span>
      </a>
      {token !== undefined && (
        <Link
          {...trial}
          className={buttonClass('plain', 'small')}
          title="Try replies against this request"
        >
          <TrialIcon className="size-3.5" />
          <span className={roomy}>Try replies</span>
        </Link>
      )}
      {mayChange && (
        <Button onClick={() => deleteRequest(id)} size="small" title="Delete this request">
          <TrashIcon className="size-3.5" />
          <span className="sr-only">Delete</span>
        </Button>
      )}
    </div>
  );
}

/** Sends the request to its own endpoint again, and shows the new one if the user still looks at this one. */
function useSendAgain(summary: CapturedRequestSummary, token: string | undefined) {
  const service = useService();
  const navigate = useNavigate();
  const isBusy = useRef(false);
  const send = async () => {
    if (token === undefined || isBusy.current) return;
    isBusy.current = true;
    const { pathname } = location;
    try {
      const { sendAgain } = await import('../sending/send-again.ts');
      const body = await queryClient.fetchQuery(wholeBodyQuery(summary.id));
      const id = await sendAgain(summary, body, receiveUrl(service, token));
      if (id === undefined || location.pathname !== pathname) return;
      await navigate({
        to: '.',
        params: (shown) => ({ ...shown, id: String(id) }),
        search: (shown) => shown,
      });
      focusDetail();
    } catch (error) {
      toastFailure('Could not send it again', error);
    } finally {
      isBusy.current = false;
    }
  };
  return () => void send();
}

function copyEntries(
  copies: ReturnType<typeof useCopies>,
  { bodySize }: CapturedRequestSummary,
): MenuEntry[] {
  const isDisabled = copies === undefined;
  return [
    { label: 'Link', run: () => void copies?.link(), isDisabled },
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
    { label: 'As Python', run: () => void copies?.python(), isDisabled },
    { label: 'As HTTP text', run: () => void copies?.httpText(), isDisabled },
  ];
}
