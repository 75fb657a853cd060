import { type ComponentType, useEffect, useState } from 'react';

/** The line comes so long after the list. Most endpoints have none, and the first view does without its script. */
const afterListMs = 2000;

interface RefusalsLineProps {
  token: string;
}

type Note = ComponentType<RefusalsLineProps>;

/**
 * The line that says how many requests to an endpoint were refused, if some were. Nobody has asked for it: if it cannot be
 * loaded, it is missing until the page is loaded again, and the state of the connection says why.
 */
export function RefusalsLine({ token }: RefusalsLineProps) {
  const [Note, setNote] = useState<Note>();
  useEffect(() => {
    const timer = setTimeout(() => {
      import('./refusals-note.tsx').then(
        ({ RefusalsNote }) => setNote(() => RefusalsNote),
        () => {},
      );
    }, afterListMs);
    return () => clearTimeout(timer);
  }, []);
  return Note === undefined ? null : <Note token={token} />;
}
