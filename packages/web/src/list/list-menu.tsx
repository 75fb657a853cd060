import type { Endpoint } from '@hookwell/client';
import type { Exported, ExportFormat } from '../export/written-file.ts';
import { requestLogs } from '../log/use-request-log.ts';
import { useAction } from '../page/shortcuts.ts';
import { CheckIcon, DownloadIcon, MoreIcon, TrashIcon } from '../ui/icons.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { toastFailure } from '../ui/toasts.ts';

export interface ListMenuProps {
  /** The endpoint of the list; missing in the list of all. */
  endpoint: Endpoint | undefined;
  /** The requests to export; missing if there are none. */
  exported: Exported | undefined;
}

/** The actions on all of a list. */
export function ListMenu({ endpoint, exported }: ListMenuProps) {
  useAction(() => markAllRead(endpoint), { label: 'Mark all as read', group: 'List' });
  useAction(() => void clear(endpoint), {
    label: 'Clear this endpoint',
    group: 'List',
    enabled: endpoint !== undefined,
  });
  useAction(() => void clear(undefined), { label: 'Clear all endpoints', group: 'List' });
  const enabled = exported !== undefined;
  const exportLabel = { group: 'List', enabled } as const;
  useAction(() => void exportAs('har', exported), { label: 'Export as HAR', ...exportLabel });
  useAction(() => void exportAs('jsonl', exported), { label: 'Export as JSONL', ...exportLabel });
  useAction(() => void exportAs('csv', exported), { label: 'Export as CSV', ...exportLabel });
  return (
    <Menu
      align="end"
      className="inline-flex size-8 items-center justify-center rounded-lg text-muted hover:bg-raised hover:text-text"
      entries={entriesFor(endpoint, exported)}
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

function entriesFor(endpoint: Endpoint | undefined, exported: Exported | undefined): MenuEntry[] {
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
    ...exportFormats.map((format) => ({
      label: `Export as ${format.toUpperCase()}`,
      icon: <DownloadIcon />,
      isDisabled: exported === undefined,
      run: () => void exportAs(format, exported),
    })),
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

/** The code that clears is loaded when it is needed, since most first views do not clear. */
async function clear(endpoint: Endpoint | undefined): Promise<void> {
  try {
    const { clearRequests } = await import('../log/removals.ts');
    await clearRequests(endpoint);
  } catch (error) {
    toastFailure('Could not clear the requests', error);
  }
}

const exportFormats: readonly ExportFormat[] = ['har', 'jsonl', 'csv'];

/** The code that exports is loaded when it is needed. */
async function exportAs(format: ExportFormat, exported: Exported | undefined): Promise<void> {
  if (exported === undefined) return;
  try {
    const { exportRequests } = await import('../export/export-requests.ts');
    await exportRequests(exported, format);
  } catch (error) {
    toastFailure('Could not export the requests', error);
  }
}
