import { useMemo, useRef } from 'react';
import { SuggestionList } from '../../search/suggestion-list.tsx';
import { useCombobox } from '../../search/use-combobox.ts';
import { useKnownRequests } from './known-requests.ts';
import { suggestFields } from './template-words.ts';

interface TemplateFieldProps {
  id: string;
  value: string;
  onChange: (value: string) => void;
  describedBy: string;
  isInvalid: boolean;
  placeholder?: string;
}

const fewestLines = 3;
const mostLines = 16;

/** A text of several lines, in which `{{` begins a field of the request: it is suggested while the user types. */
export function TemplateField(props: TemplateFieldProps) {
  const { id, value, onChange } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const combobox = useCombobox({ field: area, text: value, onChange });
  const { isOpen, caret } = combobox;
  const known = useKnownRequests(isOpen);
  const suggestions = useMemo(
    () => (isOpen ? suggestFields(value, caret, known) : []),
    [isOpen, value, caret, known],
  );
  const { input, list } = combobox.offer(suggestions);
  const lines = value.split('\n', mostLines).length;
  return (
    <div className="relative">
      <textarea
        {...input}
        aria-describedby={props.describedBy}
        aria-invalid={props.isInvalid || undefined}
        className="block w-full resize-y rounded-lg border border-control bg-surface px-2.5 py-1.5 font-mono text-[0.8125rem] aria-invalid:border-danger"
        id={id}
        // Without suggestions, the arrows move the caret.
        onKeyDown={(event) => list.isShown && input.onKeyDown(event)}
        placeholder={props.placeholder}
        rows={Math.max(fewestLines, lines)}
      />
      <SuggestionList {...list} />
    </div>
  );
}
