import type { RefObject } from 'react';
import { Button } from './button.tsx';
import { inputClass } from './field.tsx';
import { CheckIcon, CopyIcon } from './icons.tsx';

interface OnceShownProps {
  text: string;
  /** The text in words: `the key`. */
  what: string;
  isCopied: boolean;
  /** Called by the button. */
  onCopy: () => void;
  /** Called when the browser has copied it from the field. */
  onCopied: () => void;
  button: RefObject<HTMLButtonElement | null>;
}

/** A text that is shown this one time, to be copied. */
export function OnceShown({ text, what, isCopied, onCopy, onCopied, button }: OnceShownProps) {
  return (
    <div className="mt-3 flex gap-2">
      <input
        aria-label={what.charAt(0).toUpperCase() + what.slice(1)}
        className={`${inputClass} font-mono text-[0.8125rem]`}
        onCopy={onCopied}
        onFocus={(event) => event.target.select()}
        readOnly
        spellCheck={false}
        value={text}
      />
      <Button
        aria-label={isCopied ? `Copied ${what}` : `Copy ${what}`}
        className="h-9"
        onClick={onCopy}
        ref={button}
        tone={isCopied ? 'plain' : 'primary'}
      >
        {isCopied ? <CheckIcon className="size-4 text-ok" /> : <CopyIcon />}
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}
