import type { Endpoint } from '@hookwell/client';
import { useSelector } from '@tanstack/react-store';
import { lazy } from 'react';
import { closeDialog, openDialog } from '../page/open-dialog.ts';
import { openQuestion } from '../ui/confirmations.ts';
import { LazyPart } from '../ui/lazy-part.tsx';

const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}));
const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}));
const ConfirmDialog = lazy(async () => ({
  default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog,
}));
const SendDialog = lazy(async () => ({
  default: (await import('../sending/send-dialog.tsx')).SendDialog,
}));

/** The dialogs that any screen can open. Each is loaded when it is opened first. */
export function Dialogs({ endpoint }: { endpoint: Endpoint | undefined }) {
  const dialog = useSelector(openDialog);
  const question = useSelector(openQuestion);
  return (
    <LazyPart key={dialog ?? question?.title ?? 'none'}>
      {dialog === 'shortcuts' && <ShortcutsDialog onClose={closeDialog} />}
      {dialog === 'commands' && <CommandPalette onClose={closeDialog} />}
      {dialog === 'send' && endpoint !== undefined && (
        <SendDialog endpoint={endpoint} onClose={closeDialog} />
      )}
      {question !== undefined && <ConfirmDialog question={question} />}
    </LazyPart>
  );
}
