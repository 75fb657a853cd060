import type { Endpoint } from '@hookwell/client';
import type { ReactNode } from 'react';
import { requestLogs } from '../log/use-request-log.ts';
import { useAction, useShortcut } from '../page/shortcuts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';
import { CheckIcon, MoreIcon, PauseIcon, PlayIcon, TrashIcon } from '../ui/icons.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { Switch } from '../ui/switch.tsx';
import { toastFailure } from '../ui/toasts.ts';
import { setFollowing, useIsFollowing } from './following.ts';

export interface ListHeaderProps {
  /** The number of requests: `12`, `100+`, `3 of 12`. */
  count: string;
  /** The endpoint of the list; missing in the list of all. */
  endpoint: Endpoint | undefined;
  isPaused: boolean;
  heldCount: number;
  /** The filter box. */
  children: ReactNode;
}

/** The head of the list: its filter, and the actions on all of it. */
export function ListHeader({ count, endpoint, isPaused, heldCount, children }: ListHeaderProps) {
  const isFollowing = useIsFollowing();
  const toggleFollowing = () => setFollowing(!isFollowing);
  const togglePaused = () => requestLogs.setPaused(!isPaused);
  useShortcut('f', toggleFollowing, { label: 'Follow the newest', group: 'List' });
  useShortcut('p', togglePaused, { label: 'Pause', group: 'List' });
  useAction(() => markAllRead(endpoint), { label: 'Mark all as read', group: 'List' });
  useAction(() => void clear(endpoint), {
    label: 'Clear this endpoint',
    group: 'List',
    enabled: endpoint !== undefined,
  });
  useAction(() => void clear(undefined), { label: 'Clear all endpoints', group: 'List' });
  return (
    <header className="border-b border-line bg-surface">
      <div className="flex h-11 items-center gap-1 pr-2 pl-3">
        <h2 className="font-semibold">Requests</h2>
        <span className="tabular mr-auto ml-1 truncate text-xs text-muted" data-count>
          {count}
        </span>
        <Switch
          isOn={isFollowing}
          onChange={setFollowing}
          title="Show the newest request as it comes (f)"
        >
          Follow
        </Switch>
        <IconButton
          aria-pressed={isPaused}
          label={isPaused ? 'Resume' : 'Pause'}
          onClick={togglePaused}
          shortcut="p"
        >
          {isPaused ? <PlayIcon /> : <PauseIcon />}
        </IconButton>
        <Menu
          align="end"
          className="inline-flex size-8 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-raised hover:text-text"
          entries={entriesFor(endpoint)}
          label="More for this list"
          title="More for this list"
        >
          <MoreIcon />
        </Menu>
      </div>
      <div className="px-2 pb-2">{children}</div>
      {isPaused && <PausedLine heldCount={heldCount} />}
    </header>
  );
}

function PausedLine({ heldCount }: { heldCount: number }) {
  return (
    <div className="flex items-center gap-2 border-t border-line bg-warn-soft py-1 pr-1 pl-3 text-xs text-warn">
      <PauseIcon />
      <p className="mr-auto">
        Paused.{' '}
        {heldCount === 0 ? 'Nothing has come since.' : `${formatCount(heldCount)} held back.`}
      </p>
      <Button onClick={() => requestLogs.setPaused(false)} size="small" tone="quiet">
        Resume
      </Button>
    </div>
  );
}

function markAllRead(endpoint: Endpoint | undefined): void {
  requestLogs.unread.markReadWhere(
    ({ endpointId }) => endpoint === undefined || endpointId === endpoint.id,
  );
}

function entriesFor(endpoint: Endpoint | undefined): MenuEntry[] {
  const clearThis: MenuEntry[] =
    endpoint === undefined
      ? []
      : [
          {
            label: 'Clear this endpoint',
            hint: 'Deletes the requests it has captured',
            icon: <TrashIcon />,
            run: () => void clear(endpoint),
          },
        ];
  return [
    {
      label: 'Mark all as read',
      icon: <CheckIcon />,
      run: () => markAllRead(endpoint),
    },
    { kind: 'separator' },
    ...clearThis,
    {
      label: 'Clear all endpoints',
      hint: 'Deletes the requests of every endpoint',
      icon: <TrashIcon />,
      isDanger: true,
      run: () => void clear(undefined),
    },
  ];
}

/** What clears is loaded when it is needed, since most first views do not clear. */
async function clear(endpoint: Endpoint | undefined): Promise<void> {
  try {
    const { clearRequests } = await import('../log/removals.ts');
    await clearRequests(endpoint);
  } catch (error) {
    toastFailure('Could not clear the requests', error);
  }
}
