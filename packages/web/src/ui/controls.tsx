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

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'title'> {
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

interface SwitchProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
  title?: string;
  /** The id of a text that explains it. */
  describedBy?: string;
}

export function Switch({ isOn, onChange, children, title, describedBy }: SwitchProps) {
  return (
    <button
      aria-describedby={describedBy}
      aria-checked={isOn}
      className="group inline-flex h-8 shrink-0 items-center gap-1.5 rounded-lg px-1.5 text-xs text-muted hover:text-text"
      onClick={() => onChange(!isOn)}
      role="switch"
      title={title}
      type="button"
    >
      <span
        className={`drawn flex h-4 w-7 items-center rounded-full border p-0.5 transition-colors ${isOn ? 'border-accent bg-accent' : 'border-control bg-raised'}`}
      >
        <span
          className={`drawn size-2.5 rounded-full transition-transform ${isOn ? 'translate-x-3 bg-on-accent' : 'bg-control'}`}
        />
      </span>
      {children}
    </button>
  );
}

/** Shows that the work which `label` names is under way. */
export function Spinner({ label, className = 'size-5' }: { label: string; className?: string }) {
  return (
    <span className="inline-flex items-center justify-center" role="status">
      <span
        className={`animate-spin rounded-full border-2 border-line border-t-accent ${className}`}
      />
      <span className="sr-only">{label}</span>
    </span>
  );
}

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded border border-line bg-raised px-1.5 font-mono text-xs text-muted">
      {children}
    </kbd>
  );
}

/** The classes of links in running text. */
export const textLink = 'font-medium text-accent underline underline-offset-2';
