import { useSelector } from '@tanstack/react-store';
import { undoables } from '../log/undoable.ts';
import { useShortcut } from '../page/shortcuts.ts';
import { toasts } from '../ui/toasts.ts';
import { focusMessages } from '../ui/toasts-view.tsx';

/** The keys that undo the latest removal, and that lead to the messages. */
export function useUndo(): void {
  const canUndo = useSelector(undoables, (open) => open.length > 0);
  const hasMessages = useSelector(toasts, (shown) => shown.length > 0);
  const group = 'Page';
  useShortcut('Ctrl+Z', () => undoables.get().at(-1)?.undo(), {
    label: 'Undo the removal',
    group,
    enabled: canUndo,
  });
  useShortcut('F6', focusMessages, { label: 'Go to the messages', group, enabled: hasMessages });
}
