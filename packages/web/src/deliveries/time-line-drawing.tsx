import { durationText } from './duration-text.ts';
import { decades, type Gap, type TimeLine } from './time-line-layout.ts';

/** Heights in pixels: of all of it, and of the line that the marks stand on. */
export const drawingHeight = 104;
export const lineY = 66;

/** A time in which something was going on. */
export interface Span {
  kind:
    | 'retryAfter'
    /** The next attempt came before the end of its Retry-After. */
    | 'broken'
    /** From an attempt to the moment at which the sender hung up. */
    | 'hangUp';
  fromX: number;
  toX: number;
}

const bandClass = {
  retryAfter: 'text-accent',
  broken: 'text-danger',
  hangUp: 'text-warn',
};

interface TimeLineDrawingProps {
  line: TimeLine;
  spans: readonly Span[];
  /** Whether attempts may still come. */
  isOpen: boolean;
}

/** The lines behind the marks: a bow over each gap, higher over longer ones, and spans. The marks say all of it in words. */
export function TimeLineDrawing({ line, spans, isOpen }: TimeLineDrawingProps) {
  const { marks, gaps, width } = line;
  const firstX = marks[0]?.x ?? 0;
  const lastX = marks.at(-1)?.x ?? 0;
  return (
    <>
      <svg
        aria-hidden="true"
        className="pointer-events-none absolute inset-0"
        fill="none"
        height={drawingHeight}
        width={width}
      >
        <path className="stroke-control" d={`M${firstX} ${lineY}H${lastX}`} strokeWidth="1.5" />
        {isOpen && (
          <path
            className="stroke-control"
            d={`M${lastX} ${lineY}H${width - 2}`}
            strokeDasharray="2 4"
            strokeWidth="1.5"
          />
        )}
        {spans.map((span) => (
          <SpanDrawing key={`${span.kind} ${span.fromX}`} span={span} />
        ))}
        {gaps.map((gap) => (
          <path className="stroke-muted" d={bowOver(gap)} key={gap.fromX} strokeWidth="1.25" />
        ))}
      </svg>
      {gaps.map((gap) => (
        <GapLabel gap={gap} key={gap.fromX} />
      ))}
    </>
  );
}

function SpanDrawing({ span: { kind, fromX, toX } }: { span: Span }) {
  if (kind === 'hangUp') {
    const end = Math.max(toX, fromX + 16);
    return (
      <path
        className="stroke-warn"
        d={`M${fromX} ${lineY}H${end}m0 -6v12`}
        strokeLinecap="round"
        strokeWidth="2"
      />
    );
  }
  const stripes = Math.floor(Math.max(0, toX - fromX) / 6);
  return (
    <g className={bandClass[kind]} stroke="currentColor">
      <rect
        className="fill-current"
        fillOpacity="0.12"
        height="10"
        stroke="none"
        width={Math.max(0, toX - fromX)}
        x={fromX}
        y={lineY - 5}
      />
      <path
        d={Array.from({ length: stripes }, (_, n) => `M${fromX + n * 6} ${lineY + 5}l6 -10`).join(
          '',
        )}
        strokeWidth="1"
      />
      <path d={`M${toX} ${lineY - 7}v14`} strokeWidth="1.5" />
    </g>
  );
}

/** The most pixels that a bow rises, over a gap of ten hours and more. */
const highestBow = 40;

function bowHeight({ ms }: Gap): number {
  return Math.min(highestBow, 6 + 6.2 * decades(ms));
}

function bowOver(gap: Gap): string {
  const { fromX, toX } = gap;
  // A cubic curve reaches three quarters of the height of its control points.
  const top = lineY - 11 - (bowHeight(gap) * 4) / 3;
  const inset = Math.min(24, (toX - fromX) / 4);
  const start = fromX + 9;
  const end = toX - 9;
  return `M${start} ${lineY - 11}C${start + inset} ${top} ${end - inset} ${top} ${end} ${lineY - 11}`;
}

const pixelsPerCharacter = 6.4;

/** The length of a gap, on the top of its bow. */
function GapLabel({ gap }: { gap: Gap }) {
  const text = durationText(gap.ms);
  const room = gap.toX - gap.fromX;
  if (text.length * pixelsPerCharacter > room + 8) return null;
  return (
    <span
      aria-hidden="true"
      className="tabular pointer-events-none absolute -translate-x-1/2 -translate-y-full text-[0.6875rem] leading-4 whitespace-nowrap text-muted"
      style={{ left: (gap.fromX + gap.toX) / 2, top: lineY - 11 - bowHeight(gap) }}
    >
      {text}
    </span>
  );
}
