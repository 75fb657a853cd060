import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { SearchIcon } from '../ui/icons.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { type Command, type CommandGroup, useCommands } from './commands.ts';
import { useDocumentationCommands } from './documentation.ts';

/** Finds a command or a page of the documentation by a part of its name. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const groups = [...useCommands(), ...useDocumentationCommands(typed !== '')];
  return (
    <Dialog.Root onOpenChange={(isOpen) => !isOpen && onClose()} open>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[rgb(0_0_0/45%)]" />
        <Dialog.Popup
          aria-label="Commands"
          className="fixed top-2 left-1/2 z-40 flex max-h-[calc(100dvh-1rem)] tall:top-[12dvh] tall:max-h-[70dvh] w-[calc(100vw-1.5rem)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-xl border border-line bg-surface shadow-xl outline-none"
        >
          <Autocomplete.Root
            autoHighlight="always"
            inline
            items={groups}
            itemToStringValue={(command: Command) => command.label}
            keepHighlight
            onValueChange={setTyped}
            open
          >
            <div className="flex items-center gap-2 border-b border-line px-3">
              <SearchIcon className="size-4 text-muted" />
              <Autocomplete.Input
                aria-label="Search commands"
                className="h-12 min-w-0 grow bg-transparent text-base outline-none"
                placeholder="Type a command"
              />
              <Kbd>Esc</Kbd>
            </div>
            <div className="min-h-0 overflow-y-auto p-1.5">
              <Autocomplete.Empty>
                <p className="p-3 text-muted empty:hidden">No command and no page has this name.</p>
              </Autocomplete.Empty>
              <Autocomplete.List>
                {(group: CommandGroup) => (
                  <Autocomplete.Group items={group.items} key={group.value}>
                    <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-xs text-muted">
                      {group.value}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(command: Command) => (
                        <Autocomplete.Item
                          className="flex h-9 cursor-default items-center justify-between gap-3 rounded-md px-2 outline-none select-none data-highlighted:bg-raised"
                          key={command.value}
                          onClick={() => {
                            onClose();
                            command.run();
                          }}
                          value={command}
                        >
                          <span className="truncate">{command.label}</span>
                          {command.keys !== undefined && <Kbd>{command.keys}</Kbd>}
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </div>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
