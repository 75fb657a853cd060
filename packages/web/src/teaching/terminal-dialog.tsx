import { useQuery } from '@tanstack/react-query';
import { client } from '../service/client.ts';
import { usePrincipal } from '../session/session.ts';
import { Button, Spinner } from '../ui/controls.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FailureAlert, failureOf } from '../ui/form.tsx';
import { loginCommand, OwnCommand } from './forwarding.tsx';

/** Shows the command that makes the user in the terminal who they are in the page, with a code that works once. */
export function TerminalDialog({ onClose }: { onClose: () => void }) {
  const { isGuest } = usePrincipal();
  const { data, error, refetch } = useQuery({
    queryKey: ['handoff'],
    queryFn: ({ signal }) => client.auth.handOver({ signal }),
    // Every opening has a code of its own, and nothing else makes one.
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
  });
  return (
    <Dialog isOpen onClose={onClose} title="Use in the terminal">
      <div className="space-y-3">
        <p>
          {isGuest
            ? 'This command makes you the same guest in a terminal.'
            : 'This command logs you in in a terminal.'}{' '}
          It needs Node.js with npm, and nothing else.
        </p>
        {error !== null && <FailureAlert failure={failureOf(error)} />}
        {data === undefined && error === null && <Spinner label="Making a code" />}
        {data !== undefined && (
          <>
            <OwnCommand
              key={data.code}
              label="the command"
              text={(start) => loginCommand(start, data.code)}
            />
            <p className="text-muted">
              The code works once, until {timeOf(data.expiresAt)}. Whoever uses it is you: show it
              to nobody. “hookwell open” is the way back into a browser.
            </p>
          </>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => void refetch()}>Another code</Button>
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    </Dialog>
  );
}

function timeOf(text: string): string {
  return new Date(text).toLocaleTimeString(undefined, {
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
}
