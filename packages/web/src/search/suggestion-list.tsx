import { useEffect, useRef } from 'react';
import type { Suggestion } from './suggestions.ts';

export interface SuggestionListProps {
  id: string;
  suggestions: readonly Suggestion[];
  isShown: boolean;
  /** The index of the suggestion that the keyboard has chosen, or -1. */
  active: number;
  onAccept: (suggestion: Suggestion) => void;
}

/** The suggestions below the filter's field. The focus stays in the field. */
export function SuggestionList({
  id,
  suggestions,
  isShown,
  active,
  onAccept,
}: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div
      aria-label="Suggestions"
      className={`absolute inset-x-0 top-full z-30 mt-1 max-h-[min(12rem,40dvh)] overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-lg ${isShown ? 'animate-appear' : 'hidden'}`}
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
          key={suggestion.label}
          // Pressing must not take the focus out of the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onAccept(suggestion)}
          role="option"
          tabIndex={-1}
        >
          <span className="block truncate font-mono text-[0.8125rem]">{suggestion.label}</span>
          {suggestion.hint !== undefined && (
            <span className="line-clamp-2 text-xs text-muted">{suggestion.hint}</span>
          )}
        </div>
      ))}
    </div>
  );
}
