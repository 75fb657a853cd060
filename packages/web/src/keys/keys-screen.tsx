import { NarrowPage, PageSection } from '../page/narrow-page.tsx';
import { textLink } from '../page/text-link.ts';
import { useMayChange } from '../session/may.ts';
import { useUser } from '../session/session.ts';
import { CommandBox } from '../ui/command-box.tsx';
import { KeyList } from './key-list.tsx';
import { NoKeysYet } from './no-keys-yet.tsx';

/** The account's API keys, or the way to a plan that has keys. */
export function KeysScreen() {
  const { principal, team } = useUser();
  const mayChange = useMayChange();
  const hasApiUse = !principal.isGuest && principal.plan !== 'free';
  return (
    <NarrowPage
      lead={`With a key, programs read, watch and clear ${team === undefined ? 'your requests' : 'the requests of the team'} through the API.`}
      title="API keys"
    >
      {!mayChange && <p>Members and owners of the team can have keys. You are a viewer.</p>}
      {mayChange && (hasApiUse ? <KeyList /> : <NoKeysYet principal={principal} />)}
      {mayChange && <KeyExample />}
    </NarrowPage>
  );
}

/** An example of a call with a key. */
function KeyExample() {
  const command = `curl -H "Authorization: Bearer $HOOKWELL_API_KEY" '${location.origin}/api/requests?limit=10'`;
  return (
    <PageSection title="Using a key">
      <p className="mb-3">
        A key is a bearer credential. Keep it in an environment variable, not in the code:
      </p>
      <CommandBox label="the example" text={command} />
      <p className="mt-3 text-muted">
        Everything else is in the{' '}
        <a className={textLink} href="/docs">
          API documentation
        </a>
        .
      </p>
    </PageSection>
  );
}
