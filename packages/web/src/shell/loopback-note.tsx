import { createStore, useSelector } from '@tanstack/react-store';
import { readSetting, writeSetting } from '../page/settings.ts';
import { textLink } from '../page/text-link.ts';
import { isLoopback } from '../service/loopback.ts';
import { useService } from '../service/service.ts';
import { IconButton } from '../ui/button.tsx';
import { CloseIcon } from '../ui/icons.tsx';

const isKnownHere = () => readSetting('loopback') === 'known';
/** Whether the user of this browser has put the note away, in any tab. */
const isKnown = createStore(isKnownHere());
addEventListener('storage', () => isKnown.setState(isKnownHere));

/** A line below the receive URL as long as it leads to the machine itself, where no sender elsewhere arrives. */
export function LoopbackNote() {
  const { receiveBaseUrl } = useService();
  const isHidden = useSelector(isKnown);
  if (isHidden || !isLoopback(new URL(receiveBaseUrl).hostname)) return null;
  const putAway = () => {
    writeSetting('loopback', 'known');
    isKnown.setState(() => true);
  };
  return (
    <aside
      aria-label="Receive URL"
      className="flex items-center justify-center gap-1 border-b border-line bg-raised px-3 text-xs text-muted"
    >
      <p className="py-1">
        Only this computer reaches the receive URL: senders elsewhere cannot.{' '}
        <a className={`${textLink} whitespace-nowrap`} href="/docs/installing#a-public-address">
          Get a public address
        </a>
      </p>
      <IconButton className="size-6!" label="Hide" onClick={putAway}>
        <CloseIcon className="size-3.5" />
      </IconButton>
    </aside>
  );
}
