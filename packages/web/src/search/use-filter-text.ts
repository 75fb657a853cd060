import { useEffect, useRef, useState } from 'react';

/** The list follows after a pause of this length in the typing. */
const pauseMs = 200;

export interface FilterText {
  text: string;
  change: (text: string) => void;
  /** To be called when the field gets the focus. Going back in the browser then undoes all typing since. */
  begin: () => void;
}

/** The text in the filter's field. It is ahead of the address while the user types. */
export function useFilterText(
  filter: string,
  choose: (filter: string, options: { replace: boolean }) => void,
): FilterText {
  const [text, setText] = useState(filter);
  const [chosen, setChosen] = useState(filter);
  const hasBegun = useRef(false);
  // The address has changed in another way, such as by going back.
  if (filter !== chosen) {
    setChosen(filter);
    if (filter !== text.trim()) setText(filter);
  }
  const typed = text.trim();
  useEffect(() => {
    if (typed === filter) return;
    const timer = setTimeout(() => {
      choose(typed, { replace: hasBegun.current });
      hasBegun.current = true;
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, filter, choose]);
  const begin = () => {
    hasBegun.current = false;
  };
  return { text, change: setText, begin };
}
