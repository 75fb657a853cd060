import { Notice } from '../page/page-head.tsx';
import { buttonClass } from '../ui/controls.tsx';

/** Stands in for every page of a team that the user is not in, or no more. */
export function OutsideScreen() {
  return (
    <Notice title="You are not in this team">
      <p className="text-muted">
        The team was deleted, or you are no member of it. An owner of the team can invite you.
      </p>
      <a className={buttonClass('primary')} href="/">
        Go to your own endpoints
      </a>
    </Notice>
  );
}
