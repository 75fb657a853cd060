import { createStore, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';

/** Ends every title: the team, if the page is about one, and the product. */
export const titleEnd = createStore('Hookwell');

/** Sets the title of the browser's tab as long as the page is shown. A page about the team itself names it once. */
export function useTitle(title: string): void {
  const end = useSelector(titleEnd);
  useEffect(() => {
    const before = document.title;
    document.title = end.startsWith(`${title} – `) ? end : `${title} – ${end}`;
    return () => {
      document.title = before;
    };
  }, [title, end]);
}
