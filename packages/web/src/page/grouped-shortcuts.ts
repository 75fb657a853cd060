import type { Shortcut } from './shortcuts.ts';

export interface ShortcutGroup {
  group: string;
  members: Shortcut[];
}

/** By heading, in the order in which they came; of a key that has two actions the one that wins. */
export function groupedShortcuts(shortcuts: readonly Shortcut[]): ShortcutGroup[] {
  const byKeys = new Map(shortcuts.map((shortcut) => [shortcut.keys, shortcut]));
  const groups = Map.groupBy(byKeys.values(), ({ group }) => group);
  return [...groups].map(([group, members]) => ({ group, members }));
}
