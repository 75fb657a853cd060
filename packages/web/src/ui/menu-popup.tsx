import { Menu } from '@base-ui/react/menu';
import type { ReactNode, RefObject } from 'react';
import { Kbd } from './controls.tsx';
import { CheckIcon } from './icons.tsx';

export type MenuEntry =
  | {
      kind?: 'item';
      label: string;
      run: () => void;
      icon?: ReactNode;
      /** A second, quieter line. */
      hint?: ReactNode;
      /** The key that does the same. */
      shortcut?: string;
      /** Whether this is the chosen one of several choices. */
      isChosen?: boolean;
      isDanger?: boolean;
      isDisabled?: boolean;
    }
  | { kind: 'separator' }
  | { kind: 'heading'; label: string };

/** Where a popup belongs, and whether it is open. */
export interface PopupPlace {
  anchor: RefObject<HTMLButtonElement | null>;
  align: 'start' | 'end';
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

interface MenuPopupProps extends PopupPlace {
  entries: readonly MenuEntry[];
}

export function MenuPopup({ anchor, entries, align, isOpen, onOpenChange }: MenuPopupProps) {
  return (
    <Menu.Root
      modal={false}
      onOpenChange={(isOpened, { event, cancel }) => {
        // The button closes the menu itself. If the click counted here too, it would open the menu again.
        if (event.target instanceof Node && anchor.current?.contains(event.target)) return cancel();
        onOpenChange(isOpened);
      }}
      open={isOpen}
    >
      <Menu.Portal>
        <Menu.Positioner
          align={align}
          anchor={anchor}
          className="z-40 outline-none"
          collisionPadding={8}
          sideOffset={6}
        >
          <Menu.Popup
            className="max-h-(--available-height) max-w-[min(24rem,var(--available-width))] min-w-44 animate-appear overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-lg outline-none"
            finalFocus={anchor}
          >
            {entries.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
              <Entry entry={entry} key={index} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry.kind === 'separator') return <Menu.Separator className="mx-1 my-1 h-px bg-line" />;
  if (entry.kind === 'heading')
    return <p className="truncate px-2 pt-1.5 pb-0.5 text-xs text-muted">{entry.label}</p>;
  return (
    <Menu.Item
      className={`flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 py-1 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-raised ${entry.isDanger ? 'text-danger' : ''}`}
      disabled={entry.isDisabled ?? false}
      onClick={entry.run}
    >
      {entry.icon}
      <span className="min-w-0 grow">
        <span className="block truncate">{entry.label}</span>
        {entry.hint !== undefined && (
          <span className="block truncate text-xs text-muted">{entry.hint}</span>
        )}
      </span>
      {entry.shortcut !== undefined && <Kbd>{entry.shortcut}</Kbd>}
      {entry.isChosen === true && (
        <>
          <CheckIcon className="size-4 text-accent" />
          <span className="sr-only">(chosen)</span>
        </>
      )}
    </Menu.Item>
  );
}
