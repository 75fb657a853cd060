import { useEffect } from 'react';

/** Sets the title of the browser's tab as long as the page is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} – Hookwell`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
