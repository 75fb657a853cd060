import type { ClipboardEvent } from 'react';
import { loadedLanguage, loadLanguage } from './use-language.ts';

/** Those that wait for the language together: the length of what was inserted before the next one of them. */
const waiting = new WeakMap<HTMLInputElement, { inserted: number }>();

/**
 * Pastes a text so that it is found as it is. It waits for the match language; without that, it is pasted as it is. What was
 * typed meanwhile stays behind it, and so does the caret.
 */
export async function pasteAsFilter(event: ClipboardEvent<HTMLInputElement>): Promise<void> {
  const field = event.currentTarget;
  const { value, selectionStart, selectionEnd } = field;
  const pasted = event.clipboardData.getData('text');
  if (pasted === '') return;
  event.preventDefault();
  const together = waiting.get(field) ?? { inserted: 0 };
  waiting.set(field, together);
  await loadLanguage();
  waiting.delete(field);
  const { inserted } = together;
  const start = (selectionStart ?? 0) + inserted;
  const end = (selectionEnd ?? 0) + inserted;
  const filter = inserted > 0 ? field.value : value;
  const text = loadedLanguage()?.filterToPaste(pasted, filter, start, end) ?? pasted;
  together.inserted += text.length;
  const isUnchanged = field.value === value;
  const behindCaret = field.value.length - (field.selectionEnd ?? 0);
  const { activeElement } = document;
  field.focus();
  // The field may be gone by now.
  if (document.activeElement !== field) return;
  field.setSelectionRange(start, isUnchanged ? end : start);
  // The older way is the one that the user can undo.
  document.execCommand('insertText', false, text);
  const caret = field.value.length - behindCaret;
  if (!isUnchanged) field.setSelectionRange(caret, caret);
  if (activeElement instanceof HTMLElement) activeElement.focus();
}
