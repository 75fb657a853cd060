import { keepsXHeaders } from '@hookwell/contract/settings-names';
import { useQuery } from '@tanstack/react-query';
import { keepXHeaders } from '../endpoints/keep-x-headers.ts';
import { settingsQuery } from '../endpoints/settings-query.ts';
import { useService } from '../service/service.ts';
import { useMayChange } from '../session/may.ts';
import { Switch } from '../ui/switch.tsx';

/** The choice beside a new URL whether X- headers are kept: what was dropped does not come back. */
export function KeepChoice({ token }: { token: string }) {
  const { xHeaders: unsaid } = useService();
  const { data: settings } = useQuery(settingsQuery(token));
  const mayChange = useMayChange();
  if (settings === undefined || !mayChange) return null;
  return (
    <Switch
      isOn={keepsXHeaders(settings, unsaid)}
      onChange={(isOn) => keepXHeaders(token, isOn, unsaid)}
      title="Most senders sign in headers whose names start with X-"
    >
      Keep X- headers, such as signatures
    </Switch>
  );
}
