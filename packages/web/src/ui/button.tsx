import type { ComponentProps, ReactNode } from 'react';

export type ButtonTone = 'primary' | 'plain' | 'quiet' | 'danger';

const tones: Readonly<Record<ButtonTone, string>> = {
  primary: 'drawn bg-accent text-on-accent hover:opacity-90',
  plain: 'border border-line bg-surface hover:bg-raised',
  quiet: 'text-muted hover:bg-raised hover:text-text',
  danger: 'border border-danger bg-danger text-on-danger hover:opacity-90',
};

const sizes = { small: 'h-7 px-2 text-xs gap-1', medium: 'h-8.5 px-3 gap-1.5' };

/** The classes of a button, also for links that look like one. */
export function buttonClass(tone: ButtonTone = 'plain', size: keyof typeof sizes = 'medium') {
  return `inline-flex shrink-0 items-center justify-center rounded-lg font-medium whitespace-nowrap transition-opacity disabled:opacity-50 aria-disabled:opacity-50 ${sizes[size]} ${tones[tone]}`;
}

/** A button of the main navigation on a phone: a drawing above a word, large enough for a thumb. */
export const phoneTab =
  'max-sm:h-11 max-sm:min-w-11 max-sm:flex-col max-sm:gap-0.5 max-sm:px-0.5 max-sm:text-[0.6875rem] max-sm:leading-none';

export interface ButtonProps extends ComponentProps<'button'> {
  tone?: ButtonTone;
  size?: keyof typeof sizes;
}

export function Button({ tone, size, className = '', type = 'button', ...rest }: ButtonProps) {
  return <button {...rest} className={`${buttonClass(tone, size)} ${className}`} type={type} />;
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'title'> {
  /** Its action in words: the accessible name, and the text that hovering shows. */
  label: string;
  /** The key that does the same, shown after the label. */
  shortcut?: string;
  children: ReactNode;
}

/** A button that shows a drawing alone. */
export function IconButton({ label, shortcut, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      aria-label={label}
      type="button"
      {...rest}
      className={`inline-flex size-8 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-raised hover:text-text disabled:opacity-40 aria-pressed:bg-accent-soft aria-pressed:text-accent ${className}`}
      title={shortcut === undefined ? label : `${label} (${shortcut})`}
    />
  );
}
