import { createStore } from '@tanstack/react-store';

/** A dialog that belongs to no screen. */
export type OpenDialog = 'shortcuts' | 'commands' | 'send' | 'share' | 'move' | 'team' | 'terminal';

export const openDialog = createStore<OpenDialog | undefined>(undefined);

export function showDialog(dialog: OpenDialog): void {
  openDialog.setState(() => dialog);
}

export function closeDialog(): void {
  openDialog.setState(() => undefined);
}
