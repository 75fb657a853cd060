import { type ReactNode, useEffect, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { copyText } from './copy-text.ts';
import { CheckIcon, CopyIcon } from './icons.tsx';
import { announce, toastFailure } from './toasts.ts';

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

export interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'aria-label' | 'children'> {
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
