import type { Endpoint } from '@hookwell/client';
import { useSelector } from '@tanstack/react-store';
import { closeDialog, openDialog } from '../page/open-dialog.ts';
import { openQuestion } from '../ui/confirmations.ts';
import { LazyPart, lazyComponent } from '../ui/lazy-part.tsx';

const ShortcutsDialog = lazyComponent(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog');
const CommandPalette = lazyComponent(() => import('./command-palette.tsx'), 'CommandPalette');
const NewTeamDialog = lazyComponent(() => import('./new-team-dialog.tsx'), 'NewTeamDialog');
const ofAccounts = () => import('../screens/account-screens.ts');
const MoveDialog = lazyComponent<'MoveDialog', { endpoint: Endpoint; onClose: () => void }>(
  ofAccounts,
  'MoveDialog',
);
const TerminalDialog = lazyComponent<'TerminalDialog', { onClose: () => void }>(
  ofAccounts,
  'TerminalDialog',
);
const ConfirmDialog = lazyComponent(() => import('../ui/confirm-dialog.tsx'), 'ConfirmDialog');
const SendDialog = lazyComponent(() => import('../sending/send-dialog.tsx'), 'SendDialog');
const ShareDialog = lazyComponent(() => import('../sharing/share-dialog.tsx'), 'ShareDialog');

/** The dialogs that any screen can open. Each is loaded when it is first opened. */
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
      {dialog === 'share' && endpoint !== undefined && (
        <ShareDialog onClose={closeDialog} subject={endpoint} />
      )}
      {dialog === 'move' && endpoint !== undefined && (
        <MoveDialog endpoint={endpoint} onClose={closeDialog} />
      )}
      {dialog === 'terminal' && <TerminalDialog onClose={closeDialog} />}
      {dialog === 'team' && <NewTeamDialog onClose={closeDialog} />}
      {question !== undefined && <ConfirmDialog question={question} />}
    </LazyPart>
  );
}
