import type { CreatedShare } from '@hookwell/client';
import { useEffect, useRef, useState } from 'react';
import { basePath, teamId } from '../page/team-address.ts';
import { textLink } from '../page/text-link.ts';
import { ShownUntil } from '../shared/shown-until.tsx';
import { Button } from '../ui/button.tsx';
import { copy } from '../ui/copy-button.tsx';
import { OnceShown } from '../ui/once-shown.tsx';

interface NewLinkProps {
  created: CreatedShare;
  onClose: () => void;
}

/** The link of a new share, which is shown this one time. */
export function NewLink({ created: { url, expiresAt }, onClose }: NewLinkProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isCopied, setCopied] = useState(false);
  // The button that made the link is gone, and its focus with it.
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      <p>
        Whoever has this link sees it, until <ShownUntil at={expiresAt} />. Copy it now:{' '}
        <strong className="font-semibold">it is not shown again</strong>.
      </p>
      <OnceShown
        button={button}
        isCopied={isCopied}
        onCopied={() => setCopied(true)}
        onCopy={() => void copy(url, 'the link').then(setCopied)}
        text={url}
        what="the link"
      />
      <p className="mt-3 text-muted">
        To end it earlier, stop sharing on the page of{' '}
        <a className={textLink} href={teamId === undefined ? '/account' : `${basePath}/team`}>
          {teamId === undefined ? 'the account' : 'the team'}
        </a>
        .
      </p>
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </>
  );
}
