import { useEffect, useLayoutEffect, useRef } from 'react';
import { Kbd } from '../ui/controls.tsx';
import { ClockIcon, CloseIcon } from '../ui/icons.tsx';
import type { Suggestion } from './suggestions.ts';

interface SuggestionListProps {
  id: string;
  suggestions: readonly Suggestion[];
  isShown: boolean;
  /** The index of the suggestion that the keyboard has chosen, or -1. */
  active: number;
  onAccept: (suggestion: Suggestion) => void;
  /** Called for a recent search that is not to be offered any more. */
  onForget?: (suggestion: Suggestion) => void;
}

/** Its greatest height, and the distance that it keeps from the field and from the edge of the window. */
const usualHeight = 288;
const gap = 4;

/** The suggestions below a field, or above it where there is more room. The focus stays in the field. */
export function SuggestionList({
  id,
  suggestions,
  isShown,
  active,
  onAccept,
  onForget,
}: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  useLayoutEffect(() => {
    const field = list.current?.parentElement?.getBoundingClientRect();
    if (!isShown || list.current === null || field === undefined) return;
    const below = innerHeight - field.bottom - 2 * gap;
    const isBelow = below >= usualHeight / 2 || below >= field.top;
    const room = isBelow ? below : field.top - 2 * gap;
    list.current.style.maxHeight = `${Math.min(usualHeight, room)}px`;
    list.current.style.inset = `${isBelow ? `calc(100% + ${gap}px)` : 'auto'} 0 ${isBelow ? 'auto' : `calc(100% + ${gap}px)`}`;
  }, [isShown]);
  return (
    <div
      aria-label="Suggestions"
      className={`scroll-cue absolute inset-x-0 top-full z-30 overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-lg ${isShown ? 'animate-appear' : 'hidden'}`}
      id={id}
      ref={list}
      role="listbox"
    >
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keyboard
        <div
          aria-selected={index === active}
          className={`min-h-7 cursor-default rounded-md px-2 py-1 hover:bg-raised ${index === active ? 'bg-raised' : ''}`}
          id={`${id}-${index}`}
          key={`${suggestion.isRecent ?? false} ${suggestion.label}`}
          // Pressing must not take the focus out of the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onAccept(suggestion)}
          role="option"
          tabIndex={-1}
        >
          {suggestion.isRecent ? (
            <Recent
              isActive={index === active}
              label={suggestion.label}
              onForget={() => onForget?.(suggestion)}
            />
          ) : (
            <span className="block truncate font-mono text-[0.8125rem]">{suggestion.label}</span>
          )}
          {suggestion.hint !== undefined && (
            <span className="line-clamp-2 text-xs text-muted">{suggestion.hint}</span>
          )}
        </div>
      ))}
    </div>
  );
}

interface RecentProps {
  label: string;
  isActive: boolean;
  onForget: () => void;
}

/** A recent search. Options hold no buttons: the cross is for pointers, and the keyboard has a key for it. */
function Recent({ label, isActive, onForget }: RecentProps) {
  return (
    <span className="-my-1 -mr-2 flex items-center gap-2">
      <ClockIcon className="size-3.5 text-muted" />
      <span className="sr-only">Recent search: </span>
      <span className="min-w-0 grow truncate font-mono text-[0.8125rem]">{label}</span>
      {isActive && (
        <span className="shrink-0">
          <Kbd>Shift+Del</Kbd>
          <span className="sr-only"> forgets it</span>
        </span>
      )}
      <span
        aria-hidden="true"
        className="flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:text-text pointer-coarse:size-11"
        onClick={(event) => {
          event.stopPropagation();
          onForget();
        }}
        title="Forget this search"
      >
        <CloseIcon className="size-3.5" />
      </span>
    </span>
  );
}
