import { icon } from './icons.tsx';

/* The drawings of the parts that are loaded when they are needed. */

export const ArrowDownIcon = icon(<path d="M8 2.5v11m-4-4 4 4 4-4" />);
export const ArrowUpIcon = icon(<path d="M8 13.5v-11m-4 4 4-4 4 4" />);
export const ChevronLeftIcon = icon(<path d="M10 4 6 8l4 4" />);
export const ChevronRightIcon = icon(<path d="m6 4 4 4-4 4" />);
export const CompareIcon = icon(<path d="M2.5 3h4.5v10H2.5zM9 3h4.5v10H9z" />);
export const DownloadIcon = icon(<path d="M8 2.5v7.5M4.75 7 8 10.25 11.25 7M2.5 13.5h11" />);
export const ExpandIcon = icon(<path d="m4.5 5.75 3.5-3.5 3.5 3.5m-7 4.5 3.5 3.5 3.5-3.5" />);
export const EyeIcon = icon(
  <>
    <path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8z" />
    <circle cx="8" cy="8" r="2" />
  </>,
);
export const EyeOffIcon = icon(
  <path d="M2.5 2.5l11 11M6.5 3.7A6 6 0 0 1 8 3.5c4 0 6.5 4.5 6.5 4.5a11 11 0 0 1-1.9 2.4M4.3 4.8A10.5 10.5 0 0 0 1.5 8S4 12.5 8 12.5a6 6 0 0 0 2.9-.8M6.6 6.6a2 2 0 0 0 2.8 2.8" />,
);
export const ImageIcon = icon(
  <>
    <rect height="10" rx="1.5" width="12" x="2" y="3" />
    <path d="m3 11.5 3.5-4 2.5 3 1.5-1.5 2.5 2.5" />
    <circle cx="10.5" cy="6" r=".8" />
  </>,
);
export const FunnelIcon = icon(<path d="M2.5 3.5h11L9.5 8.5v4l-3 1v-5z" />);
export const MoreIcon = icon(<path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.5" />);
/** A flask, for what is tried out. */
export const TrialIcon = icon(
  <path d="M6 2.5h4m-3.25 0v4L3.2 12.6a.6.6 0 0 0 .55.9h8.5a.6.6 0 0 0 .55-.9L9.25 6.5v-4M5 10h6" />,
);
export const ShieldIcon = icon(
  <path d="M8 1.75 13 3.5v4c0 3.2-2 5.6-5 6.75-3-1.15-5-3.55-5-6.75v-4z" />,
);
export const ShieldAbsentIcon = icon(
  <path
    d="M8 1.75 13 3.5v4c0 3.2-2 5.6-5 6.75-3-1.15-5-3.55-5-6.75v-4z"
    strokeDasharray="2.2 2.4"
  />,
);
export const ShieldCheckIcon = icon(
  <path d="M8 1.75 13 3.5v4c0 3.2-2 5.6-5 6.75-3-1.15-5-3.55-5-6.75v-4zM5.5 7.75 7.25 9.5l3.25-3.5" />,
);
export const ShieldCrossIcon = icon(
  <path d="M8 1.75 13 3.5v4c0 3.2-2 5.6-5 6.75-3-1.15-5-3.55-5-6.75v-4zM6.25 5.75l3.5 3.5m0-3.5-3.5 3.5" />,
);
export const SwapIcon = icon(<path d="M2.5 5.5h10m-2.5-3 3 3-3 3M13.5 10.5h-10m2.5-3-3 3 3 3" />);
export const WrapIcon = icon(
  <path d="M2.5 4h11M2.5 12h3M2.5 8H11a2 2 0 0 1 0 4H8.5m1.5-1.5L8.5 12 10 13.5" />,
);
export const KeyIcon = icon(
  <>
    <circle cx="5.5" cy="10.5" r="3" />
    <path d="m7.7 8.3 5.3-5.3m-2.5 2.5 2 2" />
  </>,
);
export const KeyboardIcon = icon(
  <>
    <rect height="8.5" rx="1.5" width="13" x="1.5" y="3.75" />
    <path d="M4 6.5h.01M6.7 6.5h.01M9.3 6.5h.01M12 6.5h.01M5 9.5h6" />
  </>,
);
export const LogInIcon = icon(
  <path d="M10 2.5h2A1.5 1.5 0 0 1 13.5 4v8a1.5 1.5 0 0 1-1.5 1.5h-2M2.5 8H10m-3-3 3 3-3 3" />,
);
export const LogOutIcon = icon(
  <path d="M6 2.5H4A1.5 1.5 0 0 0 2.5 4v8A1.5 1.5 0 0 0 4 13.5h2M10.5 11l3-3-3-3m3 3H6.5" />,
);
export const MonitorIcon = icon(
  <>
    <rect height="8" rx="1.5" width="12" x="2" y="3" />
    <path d="M5.5 13.5h5M8 11v2.5" />
  </>,
);
export const MoonIcon = icon(<path d="M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5z" />);
export const PlanIcon = icon(
  <>
    <rect height="9" rx="1.5" width="13" x="1.5" y="3.5" />
    <path d="M1.5 6.5h13M4 10h2.5" />
  </>,
);
export const SunIcon = icon(
  <>
    <circle cx="8" cy="8" r="2.75" />
    <path d="M8 1.5v1.25m0 10.5v1.25M1.5 8h1.25m10.5 0h1.25M3.4 3.4l.9.9m7.4 7.4.9.9m0-9.2-.9.9m-7.4 7.4-.9.9" />
  </>,
);

export const ExternalIcon = icon(
  <path d="M6.5 3.5H4A1.5 1.5 0 0 0 2.5 5v7A1.5 1.5 0 0 0 4 13.5h7a1.5 1.5 0 0 0 1.5-1.5V9.5m-3-7h4v4m-6 2 6-6" />,
);
/** Two people, for a team. */
export const TeamIcon = icon(
  <>
    <circle cx="6" cy="5.5" r="2.25" />
    <path d="M1.75 13c.4-2.6 2-4 4.25-4s3.85 1.4 4.25 4M10.5 3.5a2.1 2.1 0 0 1 0 4m1.25 2c1.5.4 2.3 1.6 2.5 3.5" />
  </>,
);
export const TerminalIcon = icon(<path d="M2 3.5h12v9H2zM4.5 6l2 2-2 2M8.5 10.5h3" />);
