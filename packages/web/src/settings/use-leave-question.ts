import { useBlocker } from '@tanstack/react-router';
import { confirm } from '../ui/confirmations.ts';

/** Asks before changes are lost: by leaving the screen, or by closing or reloading the page. */
export function useLeaveQuestion(hasChanges: boolean): void {
  useBlocker({
    shouldBlockFn: async () =>
      !(await confirm({
        title: 'Leave without saving?',
        text: 'Your changes to these settings are not saved yet. They are lost if you leave.',
        action: 'Leave without saving',
        isDanger: true,
      })),
    enableBeforeUnload: hasChanges,
    disabled: !hasChanges,
  });
}
