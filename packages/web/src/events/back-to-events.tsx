import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/controls.tsx';
import { ArrowLeftIcon } from '../ui/icons.tsx';

/** The way back to the list, where a narrow page does not show it. */
export function BackToEvents({ token }: { token: string }) {
  return (
    <Link
      className={`-ml-2 lg:hidden ${buttonClass('quiet', 'small')}`}
      params={{ token }}
      to="/endpoints/$token/events"
    >
      <ArrowLeftIcon />
      All events
    </Link>
  );
}
