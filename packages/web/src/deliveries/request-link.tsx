import { Link } from '@tanstack/react-router';
import { textLink } from '../ui/controls.tsx';

interface RequestLinkProps {
  token: string;
  id: number;
  /** Said before the number: `Request`. Screen readers hear "Request" in any case. */
  word?: string;
}

/** The way to a captured request. */
export function RequestLink({ token, id, word }: RequestLinkProps) {
  return (
    <Link
      className={`tabular whitespace-nowrap ${textLink}`}
      params={{ token, id: String(id) }}
      to="/endpoints/$token/requests/$id"
    >
      {word === undefined ? <span className="sr-only">Request </span> : `${word} `}#{id}
    </Link>
  );
}
