import { useSelector } from '@tanstack/react-store';
import { groupedShortcuts, setSingleKeys, shortcuts, singleKeys } from '../page/shortcuts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { Switch } from '../ui/switch.tsx';

/** All shortcuts of this screen. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const groups = groupedShortcuts(useSelector(shortcuts));
  const areSingleKeysOn = useSelector(singleKeys);
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts" width="wide">
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {groups.map(({ group, members }) => (
          <section key={group}>
            <h3 className="mb-1 text-xs font-semibold text-muted">{group}</h3>
            <dl>
              {members.map(({ keys, label }) => (
                <div
                  className="flex items-center justify-between gap-3 border-b border-line py-1.5 last:border-0"
                  key={keys}
                >
                  <dt>{label}</dt>
                  <dd>
                    <Kbd>{keys}</Kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="mt-4 border-t border-line pt-3">
        <Switch isOn={areSingleKeysOn} onChange={setSingleKeys}>
          Keys work without Ctrl. If you switch this off, you find this list in the account menu.
        </Switch>
      </div>
    </Dialog>
  );
}
