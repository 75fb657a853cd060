import { useSelector } from '@tanstack/react-store';
import { groupedShortcuts, setSingleKeys, shortcuts, singleKeys } from '../page/shortcuts.ts';
import { Kbd, Switch } from '../ui/controls.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useCommands } from './commands.ts';

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
