import { useEffect } from 'react';
import { requestLogs, useUnreadCount } from '../log/use-request-log.ts';
import { useTitle } from '../page/page-head.tsx';
import { formatCount } from '../ui/format.ts';

/** Marks the selected request as read once it is visible, and shows the number of unread ones in the tab's title. */
export function useReading(
  selectedId: number | undefined,
  endpointId: number | undefined,
  name: string,
): void {
  const unreadCount = useUnreadCount(endpointId);
  useEffect(() => {
    if (selectedId === undefined) return;
    const read = () => {
      if (!document.hidden) requestLogs.unread.markRead(selectedId);
    };
    read();
    document.addEventListener('visibilitychange', read);
    // A request may be selected before the feed tells of it.
    const stop = requestLogs.unread.subscribe(() => requestLogs.unread.has(selectedId) && read());
    return () => {
      document.removeEventListener('visibilitychange', read);
      stop();
    };
  }, [selectedId]);
  useTitle(`${unreadCount > 0 ? `(${formatCount(unreadCount)}) ` : ''}${name}`);
}
