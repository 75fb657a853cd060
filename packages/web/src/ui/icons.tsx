import type { ReactNode } from 'react';

interface IconProps {
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

/* The drawings of the first view. Those of the parts that come later are in `part-icons.tsx`, which it does not load. */

export const ArrowLeftIcon = icon(<path d="M13.5 8h-11m4-4-4 4 4 4" />);
export const AttemptsIcon = icon(
  <path d="M1.5 11.5h13M3 11.5a1.75 1.75 0 0 1 3.5 0m0 0a3.25 3.25 0 0 1 6.5 0M3 14v-2.5m3.5 2.5v-2.5M13 14v-2.5" />,
);
export const BracesIcon = icon(
  <path d="M6 2.5c-3 0 0 5.5-3.5 5.5C6 8 3 13.5 6 13.5m4-11c3 0 0 5.5 3.5 5.5-3.5 0-.5 5.5-3.5 5.5" />,
);
export const CheckIcon = icon(<path d="m2.5 8.5 3.5 3.5 7.5-8" />);
export const ChevronDownIcon = icon(<path d="m4 6 4 4 4-4" />);
export const ClockIcon = icon(
  <>
    <circle cx="8" cy="8" r="5.75" />
    <path d="M8 4.75V8l2.25 1.75" />
  </>,
);
export const CloseIcon = icon(<path d="m3.5 3.5 9 9m0-9-9 9" />);
export const CopyIcon = icon(
  <>
    <rect height="8.5" rx="1.5" width="7.5" x="5.5" y="5" />
    <path d="M10.5 5V4A1.5 1.5 0 0 0 9 2.5H4.5A1.5 1.5 0 0 0 3 4v5.5A1.5 1.5 0 0 0 4.5 11h1" />
  </>,
);
export const EditIcon = icon(
  <path d="m3 13 .6-2.8L10.8 3a1.3 1.3 0 0 1 1.9 0l.3.3a1.3 1.3 0 0 1 0 1.9L5.8 12.4z" />,
);

export const GearIcon = icon(
  <>
    <circle cx="8" cy="8" r="2" />
    <path d="M6.9 1.9h2.2l.4 1.6 1.3.75 1.6-.45 1.1 1.9-1.15 1.15v2.3l1.15 1.15-1.1 1.9-1.6-.45-1.3.75-.4 1.6H6.9l-.4-1.6-1.3-.75-1.6.45-1.1-1.9 1.15-1.15v-2.3L2.5 5.7l1.1-1.9 1.6.45 1.3-.75z" />
  </>,
);
export const InboxIcon = icon(<path d="M2.5 9 4.2 3.5h7.6L13.5 9v3.5h-11zm0 0h3L6.5 11h3l1-2h3" />);
export const PauseIcon = icon(<path d="M5.5 3.5v9m5-9v9" strokeWidth="2" />);
export const PlayIcon = icon(<path d="m5 3.5 7 4.5-7 4.5z" />);
export const PlusIcon = icon(<path d="M8 3v10M3 8h10" />);
export const RefreshIcon = icon(<path d="M13 8a5 5 0 1 1-1.5-3.5L13 6m0-3.5V6H9.5" />);
export const SearchIcon = icon(
  <>
    <circle cx="7" cy="7" r="4.25" />
    <path d="m10.25 10.25 3.25 3.25" />
  </>,
);
export const SendIcon = icon(<path d="M13.5 2.5 7 9m6.5-6.5L9.5 13.5 7 9 2.5 6.5z" />);
export const ShareIcon = icon(<path d="M8 10V2.5M5 5l3-3 3 3M4.5 7.5h-1v6h9v-6h-1" />);
export const TrashIcon = icon(
  <path d="M2.5 4.5h11M6 4.5V3h4v1.5M4 4.5l.6 8A1.1 1.1 0 0 0 5.7 13.5h4.6a1.1 1.1 0 0 0 1.1-1l.6-8M6.7 7v4M9.3 7v4" />,
);
export const UserIcon = icon(
  <>
    <circle cx="8" cy="5.5" r="2.75" />
    <path d="M2.75 13.5a5.3 5.3 0 0 1 10.5 0" />
  </>,
);
export const WarningIcon = icon(<path d="M8 2.5 14 13H2zm0 4.5v2.5m0 1.75v.01" />);
