import type { ClipboardEvent } from 'react';
import { loadedLanguage, loadLanguage } from './use-language.ts';

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
  await loadLanguage();
  const text = loadedLanguage()?.filterToPaste(pasted, value, selectionStart, selectionEnd);
  const isUnchanged = field.value === value;
  const behindCaret = field.value.length - (field.selectionEnd ?? 0);
  const { activeElement } = document;
  field.focus();
  // The field may be gone by now.
  if (document.activeElement !== field) return;
  field.setSelectionRange(selectionStart, isUnchanged ? selectionEnd : selectionStart);
  // The older way is the one that the user can undo.
  document.execCommand('insertText', false, text ?? pasted);
  const caret = field.value.length - behindCaret;
  if (!isUnchanged) field.setSelectionRange(caret, caret);
  if (activeElement instanceof HTMLElement) activeElement.focus();
}
