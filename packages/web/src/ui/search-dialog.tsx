import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import type { ComponentProps, ReactNode } from 'react';
import { Kbd } from './controls.tsx';
import { SearchIcon } from './icons.tsx';

export interface SearchGroup<Item> {
  label: string;
  items: Item[];
}

interface SearchDialogProps<Item> {
  label: string;
  onClose: () => void;
  input: ComponentProps<typeof Autocomplete.Input>;
  groups: readonly SearchGroup<Item>[];
  keyOf: (item: Item) => string | number;
  /** The text by which an item is found. */
  textOf: (item: Item) => string;
  /** The search for the typed text. Without `filter: null`, the items whose text has it are shown. */
  search: Pick<Autocomplete.Root.Props<Item>, 'filter' | 'onValueChange' | 'value'>;
  row: (item: Item) => ReactNode;
  rowClass: string;
  onChoose: (item: Item) => void;
  /** The parts above the groups, and below them. */
  above?: ReactNode;
  below?: ReactNode;
}

/** A dialog to choose one of many things: what is typed narrows them. It brings Base UI along, so its users are to be imported lazily. */
export function SearchDialog<Item>(props: SearchDialogProps<Item>) {
  const { label, onClose, input, groups, keyOf, textOf, search, row, rowClass, onChoose } = props;
  return (
    <Dialog.Root onOpenChange={(isOpen) => !isOpen && onClose()} open>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[rgb(0_0_0/45%)]" />
        <Dialog.Popup
          aria-label={label}
          className="fixed top-2 left-1/2 z-40 flex max-h-[calc(100dvh-1rem)] tall:top-[12dvh] tall:max-h-[70dvh] w-[calc(100vw-1.5rem)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-xl border border-line bg-surface shadow-xl outline-none"
        >
          <Autocomplete.Root
            autoHighlight="always"
            inline
            items={groups}
            itemToStringValue={textOf}
            keepHighlight
            open
            {...search}
          >
            <div className="flex items-center gap-2 border-b border-line px-3">
              <SearchIcon className="size-4 text-muted" />
              <Autocomplete.Input
                className="h-12 min-w-0 grow bg-transparent text-base outline-none"
                {...input}
              />
              <Kbd>Esc</Kbd>
            </div>
            <div className="min-h-0 overflow-y-auto p-1.5">
              {props.above}
              <Autocomplete.List>
                {(group: SearchGroup<Item>) => (
                  <Autocomplete.Group items={group.items} key={group.label}>
                    <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-xs text-muted">
                      {group.label}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(item: Item) => (
                        <Autocomplete.Item
                          className={`cursor-default rounded-md px-2 outline-none select-none data-highlighted:bg-raised ${rowClass}`}
                          key={keyOf(item)}
                          onClick={() => onChoose(item)}
                          value={item}
                        >
                          {row(item)}
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
              {props.below}
            </div>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
