import type { ReactNode } from 'react';

export interface SwitchProps {
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
