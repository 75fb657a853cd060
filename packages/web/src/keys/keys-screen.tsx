import { NarrowPage } from '../page/narrow-page.tsx';
import { useMayChange } from '../session/may.ts';
import { useUser } from '../session/session.ts';
import { KeyExample } from './key-example.tsx';
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
