import { type ReactNode, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { SearchIcon } from '../../ui/icons.tsx';
import { announce, toast } from '../../ui/toasts.ts';
import { SearchBar } from './search-bar.tsx';
import { SearchOfBody } from './searched.ts';
import type { BodySearch } from './use-body-search.ts';

interface SearchableBodyProps {
  search: BodySearch;
  isPartial?: boolean;
  /** Makes the text of all that the view shows. Gives `undefined` where there is no such text. */
  whole: () => string | undefined;
  className?: string;
  children: ReactNode;
}

/** A view of a body with its search above it. Most views render only what is on screen, so copying all is done here. */
export function SearchableBody(props: SearchableBodyProps) {
  const { search, isPartial = false, whole, className = '', children } = props;
  const content = useRef<HTMLDivElement>(null);
  const isAllSelected = () => {
    const selection = document.getSelection();
    const { current: all } = content;
    return selection?.anchorNode === all && selection?.focusNode === all && !selection?.isCollapsed;
  };
  return (
    <SearchOfBody value={search}>
      {search.isOpen && (
        <SearchBar
          isPartial={isPartial}
          onLeave={() =>
            (
              content.current?.querySelector<HTMLElement>('[tabindex="0"]') ?? content.current
            )?.focus({ preventScroll: true })
          }
          search={search}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is inside has the focus and the roles */}
      <div
        className={`outline-none ${className}`}
        onCopy={(event) => {
          if (!isAllSelected()) return;
          const text = whole();
          event.preventDefault();
          if (text === undefined) {
            toast({ text: 'This cannot be copied as text. Download it instead.', tone: 'problem' });
            return;
          }
          event.clipboardData.setData('text/plain', text);
          if (isPartial) toast({ text: 'Copied what is loaded of the body.' });
          else announce('Copied all');
        }}
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
          if (event.key === 'a' && content.current !== null) {
            document.getSelection()?.selectAllChildren(content.current);
          } else if (event.key === 'f' && search.canSearch) search.open();
          else return;
          event.preventDefault();
        }}
        ref={content}
        tabIndex={-1}
      >
        {children}
      </div>
    </SearchOfBody>
  );
}

/** Opens the search, for those who do not know its key. */
export function SearchButton({ search }: { search: BodySearch }) {
  if (!search.canSearch) return null;
  return (
    <Button
      aria-expanded={search.isOpen}
      onClick={search.isOpen ? search.close : search.open}
      size="small"
      title="Search in the body (Ctrl+F)"
      tone="quiet"
    >
      <SearchIcon className="size-3.5" />
      <BarLabel>Search</BarLabel>
    </Button>
  );
}

/** The word on a button of the bar above a body. In a narrow pane, screen readers and tips alone have it. */
export function BarLabel({ children }: { children: string }) {
  return <span className="@max-md:sr-only">{children}</span>;
}
