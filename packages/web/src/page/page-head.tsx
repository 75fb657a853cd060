import { createStore, useSelector } from '@tanstack/react-store';
import { type ReactNode, useEffect } from 'react';
import { textLink } from '../ui/controls.tsx';
import { basePath } from './this-page.ts';

interface NoticeProps {
  title: string;
  children: ReactNode;
}

/** A screen of a few sentences. */
export function Notice({ title, children }: NoticeProps) {
  return (
    <div className="m-auto flex max-w-md flex-col items-center gap-3 p-6 text-center">
      <h1 className="page-title">{title}</h1>
      {children}
    </div>
  );
}

/** The bar above a page without a user. Its link loads the start page, which makes a guest. */
export function VisitorBar() {
  return (
    <header className="flex h-13 shrink-0 items-center border-b border-line bg-surface px-4">
      <a className="flex items-center gap-2 font-semibold" href={basePath || '/'}>
        <img alt="" className="size-7" height="28" src="/hookwell.svg" width="28" />
        Hookwell
      </a>
      <a className={`${textLink} ml-auto`} href="/docs/contents">
        Documentation
      </a>
    </header>
  );
}

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
