import type { Endpoint } from '@hookwell/client';
import { useNavigate } from '@tanstack/react-router';
import { requestLogs } from '../log/use-request-log.ts';
import { useAction } from '../page/shortcuts.ts';
import { useMayChange } from '../session/session.ts';
import { Button } from '../ui/controls.tsx';
import { formatCount } from '../ui/format.ts';
import { CheckIcon, PauseIcon, TrashIcon, WarningIcon } from '../ui/icons.tsx';
import { Menu } from '../ui/menu.tsx';
import type { MenuEntry } from '../ui/menu-popup.tsx';
import { showDialog } from '../ui/open-dialogs.ts';
import { DownloadIcon, MoreIcon } from '../ui/part-icons.tsx';
import { reporting } from '../ui/toasts.tsx';
import type { Exported, ExportFormat } from './export-requests.ts';

interface ListMenuProps {
  /** The endpoint of the list; missing in the list of all. */
  endpoint: Endpoint | undefined;
  /** The requests to export; missing if there are none. */
  exported: Exported | undefined;
}

/** The actions on all of a list. */
export function ListMenu({ endpoint, exported }: ListMenuProps) {
  const navigate = useNavigate();
  const mayChange = useMayChange();
  const showRefusals = (token: string) =>
    void navigate({ to: '/endpoints/$token/refusals', params: { token } });
  useAction(() => markAllRead(endpoint), { label: 'Mark all as read', group: 'List' });
  useAction(() => endpoint && showRefusals(endpoint.token), {
    label: 'Show refused requests',
    group: 'List',
    enabled: endpoint !== undefined,
  });
  useAction(() => showDialog('share'), {
    label: 'Share this endpoint',
    group: 'List',
    enabled: endpoint !== undefined && mayChange,
  });
  useAction(() => clear(endpoint), {
    label: 'Delete all requests',
    group: 'List',
    enabled: endpoint !== undefined && mayChange,
  });
  useAction(() => clear(undefined), {
    label: 'Delete the requests of all endpoints',
    group: 'List',
    enabled: mayChange,
  });
  const searched = exported === undefined || exported.match === '' ? undefined : exported;
  useAction(() => deleteSearched(searched), {
    label: 'Delete what this search finds',
    group: 'List',
    enabled: searched !== undefined && mayChange,
  });
  const enabled = exported !== undefined;
  const exportLabel = { group: 'List', enabled } as const;
  useAction(() => exportAs('har', exported), { label: 'Export as HAR', ...exportLabel });
  useAction(() => exportAs('jsonl', exported), { label: 'Export as JSONL', ...exportLabel });
  useAction(() => exportAs('csv', exported), { label: 'Export as CSV', ...exportLabel });
  return (
    <Menu
      align="end"
      className="inline-flex size-8 items-center justify-center rounded-lg text-muted hover:bg-raised hover:text-text"
      entries={[
        ...entriesFor(endpoint, exported, showRefusals),
        ...(mayChange ? removalsOf(endpoint, searched) : []),
      ]}
      label="More for this list"
      title="More for this list"
    >
      <MoreIcon />
    </Menu>
  );
}

function markAllRead(endpoint: Endpoint | undefined): void {
  requestLogs.unread.markReadWhere(
    ({ endpointId }) => endpoint === undefined || endpointId === endpoint.id,
  );
}

function entriesFor(
  endpoint: Endpoint | undefined,
  exported: Exported | undefined,
  showRefusals: (token: string) => void,
): MenuEntry[] {
  const refusals: MenuEntry[] =
    endpoint === undefined
      ? []
      : [
          {
            label: 'Refused requests',
            hint: 'Requests that could not be stored, and why',
            icon: <WarningIcon />,
            run: () => showRefusals(endpoint.token),
          },
        ];
  return [
    {
      label: 'Mark all as read',
      icon: <CheckIcon />,
      run: () => markAllRead(endpoint),
    },
    ...refusals,
    { kind: 'separator' },
    ...exportFormats.map((format) => ({
      label: `Export as ${format.toUpperCase()}`,
      icon: <DownloadIcon />,
      isDisabled: exported === undefined,
      run: () => exportAs(format, exported),
    })),
  ];
}

function removalsOf(endpoint: Endpoint | undefined, searched: Exported | undefined): MenuEntry[] {
  const deleteFound: MenuEntry[] =
    searched === undefined
      ? []
      : [
          {
            label: 'Delete what this search finds…',
            hint: 'All of it, not only what is listed so far',
            icon: <TrashIcon />,
            run: () => deleteSearched(searched),
          },
        ];
  const clearThis: MenuEntry[] =
    endpoint === undefined
      ? []
      : [
          {
            label: 'Delete all requests…',
            hint: 'Those that this endpoint has captured',
            icon: <TrashIcon />,
            run: () => clear(endpoint),
          },
        ];
  return [
    { kind: 'separator' },
    ...deleteFound,
    ...clearThis,
    ...(endpoint === undefined ? [] : [{ kind: 'separator' } as const]),
    {
      label: 'Delete the requests of all endpoints…',
      icon: <TrashIcon />,
      isDanger: true,
      run: () => clear(undefined),
    },
  ];
}

/** The code that clears is loaded when it is needed, since most first views do not clear. */
const clear = reporting('Could not delete the requests', async (endpoint: Endpoint | undefined) => {
  const { clearRequests } = await import('../log/removals.ts');
  await clearRequests(endpoint);
});

const deleteSearched = reporting(
  'Could not delete the requests',
  async (searched: Exported | undefined) => {
    if (searched === undefined) return;
    const { deleteFound } = await import('../log/delete-found.ts');
    await deleteFound(searched);
  },
);

const exportFormats: readonly ExportFormat[] = ['har', 'jsonl', 'csv'];

/** The code that exports is loaded when it is needed. */
const exportAs = reporting(
  'Could not export the requests',
  async (format: ExportFormat, exported: Exported | undefined) => {
    if (exported === undefined) return;
    const { exportRequests } = await import('./export-requests.ts');
    await exportRequests(exported, format);
  },
);

/** Says below the head of a list that it is paused. */
export function PausedLine({ heldCount }: { heldCount: number }) {
  return (
    <div className="flex items-center gap-2 border-t border-line bg-warn-soft py-1 pr-2 pl-4 text-xs text-warn">
      <PauseIcon />
      <p className="mr-auto">
        Paused.{' '}
        {heldCount === 0 ? 'Nothing has arrived since.' : `${formatCount(heldCount)} held back.`}
      </p>
      <Button onClick={() => requestLogs.setPaused(false)} size="small" tone="quiet">
        Resume
      </Button>
    </div>
  );
}
