import { type ReactNode, useEffect, useState } from 'react';
import { Button, type ButtonProps } from './controls.tsx';
import { CheckIcon, CopyIcon } from './icons.tsx';
import { announce, toastFailure } from './toasts.tsx';

/** A text to copy, or a function that makes it once it is needed. */
export type Copied = string | (() => string | Promise<string>);

/**
 * Copies the text, and tells screen readers so.
 * @param what the text in words: `the receive URL`
 * @returns whether it could be copied
 */
export async function copy(text: Copied, what: string): Promise<boolean> {
  try {
    await copyText(typeof text === 'string' ? text : await text());
    announce(`Copied ${what}`);
    return true;
  } catch (error) {
    toastFailure(`Could not copy ${what}`, error);
    return false;
  }
}

interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'aria-label' | 'children'> {
  text: Copied;
  /** Names the text after the word "Copy": `the receive URL`. */
  label: string;
  /** The words on the button. Without them it shows a drawing alone. */
  children?: ReactNode;
  /** The words on the button, if they differ with its room. */
  says?: string;
}

export function CopyButton({
  text,
  label,
  children,
  says,
  tone = 'quiet',
  ...rest
}: CopyButtonProps) {
  const { isCopied, run } = useCopying(text, label);
  const drawing = isCopied ? <CheckIcon className="size-4 text-ok" /> : <CopyIcon />;
  // The visible words are a part of the name, so that people who speak their input can say them (WCAG 2.5.3).
  const words = typeof children === 'string' && children !== 'Copy' ? children : says;
  const name = words === undefined ? `Copy ${label}` : `${words}: copy ${label}`;
  return (
    <Button
      aria-label={name}
      title={`Copy ${label}`}
      {...rest}
      className={`${children === undefined ? 'px-1.5' : ''} ${rest.className ?? ''}`}
      onClick={run}
      tone={tone}
    >
      {drawing}
      {children}
    </Button>
  );
}

/** The button shows for this time that it has copied. */
const signMs = 1500;

function useCopying(text: Copied, label: string) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), signMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const run = () => {
    void copy(text, label).then(setCopied);
  };
  return { isCopied, run };
}

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
async function copyText(text: string): Promise<void> {
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

interface CommandBoxProps {
  /** Names the command for the copy button: `the curl command`. */
  label: string;
  text: string;
  /** What is copied, where that is another text. */
  copied?: Copied;
}

/** A command to copy. Long lines wrap, since nobody trusts a command that runs out of sight. */
export function CommandBox({ label, text, copied = text }: CommandBoxProps) {
  return (
    <div className="relative rounded-lg border border-line bg-raised">
      <pre className="overflow-hidden py-2.5 pr-11 pl-3 font-mono text-[0.8125rem] whitespace-pre-wrap wrap-anywhere">
        <code>{withWholeOptions(text)}</code>
      </pre>
      <CopyButton className="absolute top-1 right-1" label={label} text={copied} />
    </div>
  );
}

/** Browsers break lines after hyphens, also between the two of an option. */
function withWholeOptions(text: string): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: option, index } of text.matchAll(/(?<=\s)--?[a-z][\w-]*/gi)) {
    parts.push(text.slice(end, index));
    parts.push(
      <span className="whitespace-nowrap" key={index}>
        {option}
      </span>,
    );
    end = index + option.length;
  }
  return [...parts, text.slice(end)];
}
