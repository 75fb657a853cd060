import { writeSetting } from '../page/settings.ts';
import { sessionChanged } from '../session/session.ts';

/** Once the session has ended on the server: this browser is a new visitor's, who has none to ask for. */
export async function beginAnew(): Promise<void> {
  writeSetting('visited', undefined);
  await sessionChanged();
}
