import { Autocomplete } from '@base-ui/react/autocomplete';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { useState } from 'react';
import { groupedShortcuts, setSingleKeys, shortcuts, singleKeys } from '../page/shortcuts.ts';
import { Kbd, Switch } from '../ui/controls.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SearchDialog, type SearchGroup } from '../ui/search-dialog.tsx';
import { type Command, useCommands } from './commands.ts';

/** A page of the documentation, as the build lists it in `docs/index.json`. */
interface DocumentationPage {
  /** Its address is `/docs/` and this. */
  name: string;
  title: string;
  /** The headings below the title, and the fragments that lead to them. */
  headings: { id: string; text: string }[];
}

const documentationQuery = queryOptions({
  queryKey: ['documentation'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<DocumentationPage[]> => {
    const answer = await fetch('/docs/index.json', { signal });
    if (!answer.ok) throw new Error(`The list of pages came with status ${answer.status}`);
    return await answer.json();
  },
});

/**
 * The commands that open the pages of the documentation: none until their list is there.
 * @param isSearch whether something was typed: then they open headings too
 */
function useDocumentationCommands(isSearch: boolean): SearchGroup<Command>[] {
  const { data: pages } = useQuery(documentationQuery);
  if (pages === undefined) return [];
  const items = pages.flatMap(({ name, title, headings }) => [
    commandFor(name, title),
    ...(isSearch ? headings : []).map(({ id, text }) =>
      commandFor(`${name}#${id}`, `${title}: ${text}`),
    ),
  ]);
  return [{ label: 'Documentation', items }];
}

function commandFor(address: string, label: string) {
  return {
    value: `docs ${address}`,
    label,
    run: () => void window.open(`/docs/${address}`, '_blank'),
  };
}

/** Finds a command or a page of the documentation by a part of its name. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  return (
    <SearchDialog
      above={
        <Autocomplete.Empty>
          <p className="p-3 text-muted empty:hidden">No command and no page has this name.</p>
        </Autocomplete.Empty>
      }
      groups={[...useCommands(), ...useDocumentationCommands(typed !== '')]}
      input={{ 'aria-label': 'Search commands', placeholder: 'Type a command' }}
      keyOf={({ value }) => value}
      label="Commands"
      onChoose={({ run }) => {
        onClose();
        run();
      }}
      onClose={onClose}
      row={({ label, keys }) => (
        <>
          <span className="truncate">{label}</span>
          {keys !== undefined && <Kbd>{keys}</Kbd>}
        </>
      )}
      rowClass="flex h-9 items-center justify-between gap-3"
      search={{ onValueChange: setTyped }}
      textOf={({ label }) => label}
    />
  );
}

/** All actions of this screen with their keys, and those of every screen. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const commands = useCommands();
  const [page] = groupedShortcuts(useSelector(shortcuts).filter(({ keys }) => keys === 'Ctrl+K'));
  const groups = commands.map(({ label: group, items }) => ({
    group,
    members: [
      ...(group === 'Page' ? (page?.members ?? []) : []),
      // The endpoints are in the list of commands.
      ...items.filter((item) => !item.value.startsWith('endpoint ')),
    ],
  }));
  const areSingleKeysOn = useSelector(singleKeys);
  return (
    <Dialog isOpen onClose={onClose} title="Actions and keyboard shortcuts" width="wide">
      <div className="gap-x-8 sm:columns-2">
        {groups.map(({ group, members }) => (
          <section className="mb-5 break-inside-avoid" key={group}>
            <h3 className="mb-1 text-xs font-semibold text-muted">{group}</h3>
            <dl>
              {members.map(({ keys, label }) => (
                <div
                  className="flex items-center justify-between gap-3 border-b border-line py-1.5 last:border-0"
                  key={label}
                >
                  <dt>{label}</dt>
                  <dd>
                    {keys === undefined ? (
                      <span className="sr-only">no key</span>
                    ) : (
                      <Kbd>{keys}</Kbd>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="mt-3 text-xs text-muted">
        Ctrl+K finds each action by a part of its name. Arrow keys move in menus, tabs and trees.
      </p>
      <div className="mt-4 border-t border-line pt-3">
        <Switch isOn={areSingleKeysOn} onChange={setSingleKeys}>
          Keys work without Ctrl. If you switch this off, this list is in the account menu.
        </Switch>
      </div>
    </Dialog>
  );
}
