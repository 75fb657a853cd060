import { useEffect, useEffectEvent, useRef } from 'react';
import { isInsidePopup } from '../../page/shortcuts.ts';
import { IconButton } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format.ts';
import { ChevronDownIcon, CloseIcon, SearchIcon } from '../../ui/icons.tsx';
import { longestQuery } from './hits.ts';
import type { BodySearch } from './use-body-search.ts';

interface SearchBarProps {
  search: BodySearch;
  /** Whether only the beginning of the body is there. */
  isPartial: boolean;
  /** Takes the focus if what had it before is gone. */
  onLeave: () => void;
}

/** The search in a body: Enter in its field, and F3 and Ctrl+G anywhere, go through its hits (backwards with Shift). Escape closes it. */
export function SearchBar({ search, isPartial, onLeave }: SearchBarProps) {
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
