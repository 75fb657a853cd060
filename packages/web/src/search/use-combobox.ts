import { type ChangeEvent, type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Suggestion } from './suggestions.ts';

interface ComboboxParts<Field> {
  field: RefObject<Field | null>;
  text: string;
  onChange: (text: string) => void;
  /** Whether there is something to suggest at this place of a text; if missing, after every change but an accepted suggestion. */
  isOpenAt?: (text: string, caret: number) => boolean;
  onAccepted?: (text: string) => void;
  /** Called for the Escape key when no suggestions are shown. */
  onEscape?: (() => void) | undefined;
}

/**
 * A text field that suggests how its text goes on (WAI-ARIA, editable combobox): arrows choose a suggestion, Enter and Tab
 * accept it, Escape closes the list.
 */
export function useCombobox<Field extends HTMLInputElement | HTMLTextAreaElement>(
  parts: ComboboxParts<Field>,
) {
  const { field, text, onChange, isOpenAt, onAccepted, onEscape } = parts;
  const id = useId();
  const [lastCaret, setCaret] = useState(0);
  const [isFocused, setFocused] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [chosen, choose] = useState(-1);

  const focusAt = (start: number, end = start) => {
    field.current?.focus();
    field.current?.setSelectionRange(start, end);
  };
  const close = () => {
    setOpen(false);
    choose(-1);
  };
  const onAccept = ({ text: accepted, caret }: Suggestion) => {
    // The change happens at once, since the user may have pressed the next key already.
    flushSync(() => onChange(accepted));
    onAccepted?.(accepted);
    setCaret(caret);
    setOpen(isOpenAt?.(accepted, caret) ?? false);
    focusAt(caret);
  };

  /** The properties of the field and of the list below it, which has these suggestions. */
  const offer = (suggestions: readonly Suggestion[]) => {
    const isShown = isOpen && suggestions.length > 0;
    const active = chosen < suggestions.length ? chosen : -1;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return;
      const suggestion = suggestions[active];
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) {
        event.preventDefault();
        if (!isShown) {
          setOpen(true);
          // The suggestions may still be loading.
          choose(step === 1 ? 0 : -1);
          return;
        }
        // The place before the first suggestion stands for none of them.
        const places = suggestions.length + 1;
        choose(((active + 1 + step + places) % places) - 1);
      } else if ((event.key === 'Enter' || event.key === 'Tab') && suggestion !== undefined) {
        event.preventDefault();
        choose(-1);
        onAccept(suggestion);
      } else if (event.key === 'Enter') close();
      else if (event.key === 'Escape') {
        event.preventDefault();
        if (isShown) close();
        else onEscape?.();
      }
    };
    return {
      input: {
        'aria-activedescendant': active < 0 ? undefined : `${id}-${active}`,
        'aria-autocomplete': 'list' as const,
        'aria-controls': id,
        autoCapitalize: 'off',
        autoComplete: 'off',
        autoCorrect: 'off',
        onBlur: () => {
          setFocused(false);
          close();
        },
        onChange: ({ currentTarget }: ChangeEvent<Field>) => {
          const { value, selectionStart } = currentTarget;
          const caret = selectionStart ?? 0;
          onChange(value);
          setCaret(caret);
          setOpen(isOpenAt?.(value, caret) ?? true);
          choose(-1);
        },
        onFocus: () => setFocused(true),
        onKeyDown,
        onSelect: () => setCaret(field.current?.selectionStart ?? 0),
        ref: field,
        spellCheck: false,
        value: text,
      },
      list: { active, id, isShown, onAccept, suggestions },
    };
  };
  return { caret: Math.min(lastCaret, text.length), isFocused, isOpen, setOpen, focusAt, offer };
}
