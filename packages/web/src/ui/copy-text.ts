let copied = (_text: string): void => {};

/** Calls the listener with every text that is copied: by a button of the page, or by the browser from its selection. */
export function onCopied(listener: (text: string) => void): void {
  copied = listener;
  document.addEventListener('copy', () => copied(document.getSelection()?.toString() ?? ''));
}

/**
 * Puts a text on the clipboard. Pages on plain http have no `navigator.clipboard`; the older way works there.
 * @throws {Error} if the browser allows neither
 */
export async function copyText(text: string): Promise<void> {
  copied(text);
  if (navigator.clipboard !== undefined) {
    try {
      return await navigator.clipboard.writeText(text);
    } catch (_refused) {
      // The page is not focused, or a policy forbids it. The older way may still be allowed.
    }
  }
  copySelected(text);
}

function copySelected(text: string): void {
  const focused = document.activeElement;
  // An open dialog keeps the focus inside itself, so the field must be there.
  const place = focused?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  place.append(field);
  try {
    field.select();
    if (!document.execCommand('copy')) throw new Error('The browser did not allow copying');
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
