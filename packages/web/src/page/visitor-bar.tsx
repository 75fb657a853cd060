import { basePath } from './team-address.ts';
import { textLink } from './text-link.ts';

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
