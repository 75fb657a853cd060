import { createStore, useSelector } from '@tanstack/react-store';
import { ageWords, formatAge, formatExactTime } from './format.ts';

/** One clock for every time on the page. A timer for each row would keep the machine awake. */
const now = createStore(Date.now());

const everyMs = 1000;
setInterval(() => {
  if (!document.hidden) now.setState(() => Date.now());
}, everyMs);

document.addEventListener('visibilitychange', () => now.setState(() => Date.now()));

interface RelativeTimeProps {
  at: string;
  className?: string;
  /** Whether screen readers get whole words. */
  isSpoken?: boolean;
}

/** The time since a moment; hovering shows the exact time. It renders again only when its words change. */
export function RelativeTime({ at, className, isSpoken = false }: RelativeTimeProps) {
  const age = useSelector(now, (time) => formatAge(at, time));
  return (
    <time className={className} dateTime={at} title={formatExactTime(at)}>
      {isSpoken ? (
        <>
          <span aria-hidden>{age}</span>
          <span className="sr-only">{ageWords(age)}</span>
        </>
      ) : (
        age
      )}
    </time>
  );
}
