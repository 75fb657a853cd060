import type { CreatedShare, Endpoint } from '@hookwell/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { textLink } from '../page/text-link.ts';
import { usePrincipal } from '../session/session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { NewLink } from './new-link.tsx';
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
      ) : created === undefined ? (
        <ShareForm
          onCreated={setCreated}
          shown={isRequest ? { request: subject } : { endpoint: subject.token }}
        />
      ) : (
        <NewLink created={created} onClose={onClose} />
      )}
    </Dialog>
  );
}
