import type { CreatedShare, Endpoint } from '@hookwell/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { basePath, teamId } from '../page/this-page.ts';
import { usePrincipal } from '../session/session.ts';
import { ShownUntil } from '../shared/shared-requests.tsx';
import { textLink } from '../ui/controls.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ShownOnceDialog } from '../ui/shown-once-dialog.tsx';
import { ShareForm } from './share-form.tsx';

interface ShareDialogProps {
  /** An endpoint, or the id of a captured request. */
  subject: Endpoint | number;
  onClose: () => void;
}

/** Shows a request, or those of an endpoint, to whoever gets the link. */
export function ShareDialog({ subject, onClose }: ShareDialogProps) {
  const { isGuest } = usePrincipal();
  const [created, setCreated] = useState<CreatedShare>();
  const isRequest = typeof subject === 'number';
  const title = isRequest ? `Share request #${subject}` : `Share ${subject.badgeName}`;
  if (created !== undefined)
    return (
      <ShownOnceDialog noun="link" onClose={onClose} text={created.url} title={title}>
        Whoever has this link sees it, until <ShownUntil at={created.expiresAt} />. To end it
        earlier, stop sharing on the page of{' '}
        <a className={textLink} href={teamId === undefined ? '/account' : `${basePath}/team`}>
          {teamId === undefined ? 'the account' : 'the team'}
        </a>
        .
      </ShownOnceDialog>
    );
  return (
    <Dialog isOpen onClose={onClose} title={title} width={isGuest ? 'narrow' : 'wide'}>
      {isGuest ? (
        <p>
          Sharing needs an account:{' '}
          <Link className={textLink} onClick={onClose} to="/register">
            create one
          </Link>{' '}
          or{' '}
          <Link className={textLink} onClick={onClose} to="/login">
            log in
          </Link>
          , and everything here comes along.
        </p>
      ) : (
        <ShareForm
          onCreated={setCreated}
          shown={isRequest ? { request: subject } : { endpoint: subject.token }}
        />
      )}
    </Dialog>
  );
}
