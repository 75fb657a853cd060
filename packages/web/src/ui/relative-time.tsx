import { createStore, useSelector } from '@tanstack/react-store';
import { formatAge, formatExactTime } from './format.ts';

/** One clock for every time on the page: as many timers as rows would wake the machine all the time. */
const now = createStore(Date.now());

setInterval(() => {
  if (!document.hidden) now.setState(() => Date.now());
}, 1000);

document.addEventListener('visibilitychange', () => now.setState(() => Date.now()));

/** How long ago; the exact time where one hovers over it. Renders again only when its words change. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const age = useSelector(now, (time) => formatAge(at, time));
  return (
    <time className={className} dateTime={at} title={formatExactTime(at)}>
      {age}
    </time>
  );
}
