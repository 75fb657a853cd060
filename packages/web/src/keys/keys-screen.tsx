import { NarrowPage } from '../page/narrow-page.tsx';
import { usePrincipal } from '../session/session.ts';
import { KeyExample } from './key-example.tsx';
import { KeyList } from './key-list.tsx';
import { NoKeysYet } from './no-keys-yet.tsx';

/** The account's API keys, or the way to a plan that has keys. */
export function KeysScreen() {
  const principal = usePrincipal();
  const hasApiUse = !principal.isGuest && principal.plan !== 'free';
  return (
    <NarrowPage
      lead="With a key, programs read, watch and clear your requests through the API."
      title="API keys"
    >
      {hasApiUse ? <KeyList /> : <NoKeysYet principal={principal} />}
      <KeyExample />
    </NarrowPage>
  );
}
