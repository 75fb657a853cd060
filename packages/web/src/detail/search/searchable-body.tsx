import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { isInsidePopup } from '../../page/shortcuts.ts';
import { Button, IconButton } from '../../ui/controls.tsx';
import { formatCount } from '../../ui/format.ts';
import { ChevronDownIcon, CloseIcon, SearchIcon } from '../../ui/icons.tsx';
import { announce, toast } from '../../ui/toasts.tsx';
import { SearchOfBody } from '../text/searched-text.tsx';
import { longestQuery } from './hits.ts';
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

interface SearchBarProps {
  search: BodySearch;
  /** Whether only the beginning of the body is there. */
  isPartial: boolean;
  /** Takes the focus if what had it before is gone. */
  onLeave: () => void;
}

/** The search in a body: Enter in its field, and F3 and Ctrl+G anywhere, go through its hits (backwards with Shift). Escape closes it. */
function SearchBar({ search, isPartial, onLeave }: SearchBarProps) {
  const { focusWish, result, position, isPending } = search;
  const hasHits = result.count > 0;
  const input = useRef<HTMLInputElement>(null);
  const before = useRef<Element>(null);
  useEffect(() => {
    if (focusWish === 0) return;
    if (document.activeElement !== input.current) before.current = document.activeElement;
    input.current?.focus();
    input.current?.select();
  }, [focusWish]);
  const close = () => {
    search.close();
    const { current: element } = before;
    if (element instanceof HTMLElement && element.isConnected && element !== document.body)
      element.focus({ preventScroll: true });
    else onLeave();
  };
  const goByKey = useEffectEvent((event: KeyboardEvent) => {
    const isChord = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'g';
    if (!(isChord || event.key === 'F3') || !hasHits || isInsidePopup(event.target)) return;
    event.preventDefault();
    search.go(event.shiftKey ? -1 : 1);
  });
  useEffect(() => {
    const stop = new AbortController();
    addEventListener('keydown', (event) => goByKey(event), { signal: stop.signal });
    return () => stop.abort();
  }, []);
  const more = result.isComplete && !isPartial ? '' : '+';
  const none = isPartial ? 'No hits so far' : 'No hits';
  const words =
    position < 0 ? none : `${formatCount(position + 1)} of ${formatCount(result.count)}${more}`;
  return (
    <search
      className="flex items-center gap-1 border-b border-line py-0.5 pr-2 pl-3"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <label className="relative min-w-24 grow">
        <span className="sr-only">Search in the body</span>
        <SearchIcon className="pointer-events-none absolute top-1.75 left-1 size-4 text-muted" />
        <input
          className="h-7.5 w-full min-w-0 rounded-lg bg-transparent pr-2 pl-7 -outline-offset-2 [&::-webkit-search-cancel-button]:hidden"
          maxLength={longestQuery}
          onBlur={() => search.setFocus(false)}
          onChange={(event) => search.type(event.target.value)}
          onFocus={() => search.setFocus(true)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            search.go(event.shiftKey ? -1 : 1);
          }}
          placeholder="Search in the body"
          ref={input}
          spellCheck={false}
          type="search"
          value={search.typed}
        />
      </label>
      <output className="min-w-16 shrink-0 text-right text-xs text-muted tabular-nums">
        {search.typed !== '' && !isPending && words}
      </output>
      <IconButton
        disabled={!hasHits}
        label="Previous hit"
        onClick={() => search.go(-1)}
        shortcut="Shift+Enter"
      >
        <ChevronDownIcon className="size-4 rotate-180" />
      </IconButton>
      <IconButton
        disabled={!hasHits}
        label="Next hit"
        onClick={() => search.go(1)}
        shortcut="Enter"
      >
        <ChevronDownIcon />
      </IconButton>
      <IconButton label="Close the search" onClick={close} shortcut="Esc">
        <CloseIcon />
      </IconButton>
    </search>
  );
}
