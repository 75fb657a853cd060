import type { Endpoint } from '@hookwell/client';
import type { ReactNode } from 'react';
import type { Exported } from '../export/written-file.ts';
import { requestLogs } from '../log/use-request-log.ts';
import { useShortcut } from '../page/shortcuts.ts';
import { IconButton } from '../ui/button.tsx';
import { PauseIcon, PlayIcon } from '../ui/icons.tsx';
import { LazyPart, lazyComponent } from '../ui/lazy-part.tsx';
import { Switch } from '../ui/switch.tsx';
import { setFollowing, useIsFollowing } from './following.ts';
import type { ListMenuProps } from './list-menu.tsx';

/** Loaded once there is something that it could act on. */
const loadMenu = () => import('./list-menu.tsx');
const ListMenu = lazyComponent<'ListMenu', ListMenuProps>(loadMenu, 'ListMenu');
const PausedLine = lazyComponent<'PausedLine', { heldCount: number }>(loadMenu, 'PausedLine');

export interface ListHeaderProps {
  /** The number of requests. */
  count: ReactNode;
  /** The endpoint of the list; missing in the list of all. */
  endpoint: Endpoint | undefined;
  isPaused: boolean;
  heldCount: number;
  /** Whether there is something to mark, to export or to clear, or was. */
  hasMenu: boolean;
  /** The requests to export; missing if there are none. */
  exported: Exported | undefined;
  children: ReactNode;
}

/** The head of the list: its filter, and the actions on all of it. */
export function ListHeader(props: ListHeaderProps) {
  const { count, endpoint, isPaused, heldCount, hasMenu, exported, children } = props;
  const isFollowing = useIsFollowing();
  const toggleFollowing = () => setFollowing(!isFollowing);
  const togglePaused = () => requestLogs.setPaused(!isPaused);
  useShortcut('f', toggleFollowing, { label: 'Follow the newest', group: 'List' });
  useShortcut('p', togglePaused, { label: 'Pause', group: 'List' });
  return (
    <header className="border-b border-line bg-surface">
      <div className="flex h-11 items-center gap-1 pr-2 pl-4">
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
        {hasMenu && (
          <span className="size-8 shrink-0">
            <LazyPart>
              <ListMenu endpoint={endpoint} exported={exported} />
            </LazyPart>
          </span>
        )}
      </div>
      <div className="px-4 pb-3">{children}</div>
      {isPaused && (
        <LazyPart>
          <PausedLine heldCount={heldCount} />
        </LazyPart>
      )}
    </header>
  );
}
