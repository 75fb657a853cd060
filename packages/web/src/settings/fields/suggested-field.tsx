import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { SuggestionList } from '../../search/suggestion-list.tsx';
import type { Suggestion } from '../../search/suggestions.ts';
import { useCombobox } from '../../search/use-combobox.ts';
import { inputClass } from '../../ui/field.tsx';
import { Labelled, type LabelledProps } from './labelled.tsx';

type SuggestedFieldProps = LabelledProps &
  Pick<SuggestedInputProps, 'value' | 'onChange' | 'options' | 'placeholder' | 'inputMode'>;

/** A text field with its label, its suggestions and its fault. */
export function SuggestedField({ label, hint, fault, className, ...rest }: SuggestedFieldProps) {
  return (
    <Labelled className={className} fault={fault} hint={hint} label={label}>
      {(field) => (
        <SuggestedInput
          {...rest}
          describedBy={field['aria-describedby']}
          id={field.id}
          isInvalid={fault !== undefined}
        />
      )}
    </Labelled>
  );
}

/** A text that can be put into a field. */
export interface Option {
  label: string;
  /** A sentence about it. */
  hint?: string;
}

interface SuggestedInputProps {
  value: string;
  onChange: (value: string) => void;
  options: readonly Option[];
  /** The accessible name, where no label stands beside the field. */
  label?: string;
  id?: string;
  placeholder?: string;
  inputMode?: 'numeric';
  isInvalid?: boolean;
  describedBy?: string | undefined;
  input?: RefObject<HTMLInputElement | null>;
  /** Called for keys that choose no suggestion. */
  onKey?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** Gets the whole text, with what is pasted. Returns whether it was taken. */
  onPaste?: (text: string) => boolean;
}

/** A text field that suggests whole texts. */
export function SuggestedInput(props: SuggestedInputProps) {
  const { value, onChange, options, onKey, onPaste } = props;
  const own = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({ field: props.input ?? own, text: value, onChange });
  const { input, list } = combobox.offer(combobox.isOpen ? suggestionsFor(options, value) : []);
  return (
    <div className="relative">
      <input
        {...input}
        aria-controls={list.id}
        aria-describedby={props.describedBy}
        aria-expanded={list.isShown}
        aria-invalid={props.isInvalid || undefined}
        aria-label={props.label}
        className={`${inputClass} font-mono text-[0.8125rem]`}
        id={props.id}
        inputMode={props.inputMode}
        onClick={() => combobox.setOpen(true)}
        onKeyDown={(event) => {
          const isChoosing = list.isShown && list.active >= 0;
          input.onKeyDown(event);
          if (!isChoosing && !event.defaultPrevented) onKey?.(event);
        }}
        onPaste={(event) => {
          const { selectionStart: from, selectionEnd: to } = event.currentTarget;
          const pasted = event.clipboardData.getData('text');
          const text = value.slice(0, from ?? 0) + pasted + value.slice(to ?? value.length);
          if (onPaste?.(text) === true) event.preventDefault();
        }}
        placeholder={props.placeholder}
        role="combobox"
        type="text"
      />
      <SuggestionList {...list} />
    </div>
  );
}

/** The options that contain what is typed. */
function suggestionsFor(options: readonly Option[], typed: string): Suggestion[] {
  const wanted = typed.trim().toLowerCase();
  return options
    .filter(({ label }) => label !== typed && label.toLowerCase().includes(wanted))
    .map(({ label, hint }) => ({ label, hint, text: label, caret: label.length }));
}
