import { useEffect, useRef, useState } from 'react';

/** How long nobody types before the list follows, in milliseconds. */
const pause = 200;

export interface FilterText {
  text: string;
  change: (text: string) => void;
  /** Call it when the field gets the focus: going back ends before what is typed from then on. */
  begin: () => void;
}

/** The text in the filter's field, which is ahead of the address while somebody types. */
export function useFilterText(
  filter: string,
  choose: (filter: string, options: { replace: boolean }) => void,
): FilterText {
  const [text, setText] = useState(filter);
  const [chosen, setChosen] = useState(filter);
  const hasBegun = useRef(false);
  // The address changed in another way: somebody went back.
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
    }, pause);
    return () => clearTimeout(timer);
  }, [typed, filter, choose]);
  const begin = () => {
    hasBegun.current = false;
  };
  return { text, change: setText, begin };
}
