import type { ReactNode } from 'react';

export interface IconProps {
  className?: string;
}

/** A 16-pixel line drawing in the colour of the text around it. Words beside it say its meaning. */
export function icon(drawing: ReactNode) {
  return function Icon({ className = 'size-4' }: IconProps) {
    return (
      <svg
        aria-hidden="true"
        className={`shrink-0 ${className}`}
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth="1.5"
        viewBox="0 0 16 16"
      >
        {drawing}
      </svg>
    );
  };
}
