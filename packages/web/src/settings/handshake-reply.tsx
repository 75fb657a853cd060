import { type HandshakeName, handshakeNames, handshakes } from '@hookwell/core/rules';
import { textLink } from '../page/text-link.ts';
import type { MenuEntry } from '../ui/menu-popup.tsx';
import type { ReplySettings } from './draft/draft.ts';
import { FaultLine } from './fields/fault-line.tsx';

/** The handshakes of all senders as entries of a menu. */
export function handshakeEntries(add: (reply: ReplySettings) => void): MenuEntry[] {
  return handshakeNames.map((name) => ({
    label: handshakes[name].sender,
    hint: `Answers a ${handshakes[name].sends}.`,
    run: () => add({ handshake: name }),
  }));
}

interface HandshakeReplyProps {
  handshake: HandshakeName;
  fault: string | undefined;
  /** The scheme that the settings have a secret of, or will be given one. */
  secretOf: string | undefined;
}

/** A reply to handshakes, shown with its answer. There is nothing to edit. */
export function HandshakeReply({ handshake, fault, secretOf }: HandshakeReplyProps) {
  const { sender, documentation, sends, answers, secretOf: wanted } = handshakes[handshake];
  return (
    <div className="space-y-2 p-3">
      <p>
        When {sender} checks the URL with a {sends}, it is answered {answers}. All other requests go
        on to the next reply.
      </p>
      {wanted !== undefined && wanted !== secretOf && (
        <p className="text-xs text-warn">
          The reply is computed with the secret of {sender}: choose this sender under Signatures,
          and give its secret. Until then this reply is not used.
        </p>
      )}
      <p className="text-xs">
        <a className={textLink} href={documentation} rel="noreferrer" target="_blank">
          The handshake of {sender}
        </a>
        <span className="text-muted">, in its own documentation.</span>
      </p>
      <FaultLine fault={fault} id={`handshake-${handshake}`} />
    </div>
  );
}
