import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { readSetting, writeSetting } from './this-page.ts';

declare module 'react' {
  interface CSSProperties {
    '--list-width'?: string;
  }
}

/** Widths of the list, in pixels. */
const narrowest = 300;
const widest = 720;
const usual = 400;

interface SplitPaneProps {
  list: ReactNode;
  detail: ReactNode;
  /** The pane that narrow screens show. */
  shows: 'list' | 'detail';
}

/** Two panes side by side with a movable bar between them. A narrow page shows one of them. */
export function SplitPane({ list, detail, shows }: SplitPaneProps) {
  const pane = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(widthBefore);
  const resize = (wanted: number) => {
    const allowed = Math.round(Math.min(widest, Math.max(narrowest, wanted)));
    setWidth(allowed);
    writeSetting('list-width', String(allowed));
  };
  return (
    <div className="flex grow">
      <section
        aria-label="Requests"
        className={`min-w-0 flex-col wide:flex wide:w-(--list-width) wide:max-w-[60vw] wide:shrink-0 max-wide:grow ${shows === 'list' ? 'flex' : 'hidden'}`}
        ref={pane}
        style={{ '--list-width': `${width}px` }}
      >
        {list}
      </section>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved, a separator can (WAI-ARIA, window splitter) */}
      <div
        aria-label="Width of the list"
        aria-orientation="vertical"
        aria-valuemax={widest}
        aria-valuemin={narrowest}
        aria-valuenow={width}
        className="relative hidden w-px shrink-0 cursor-col-resize touch-none bg-line before:absolute before:inset-y-0 before:-left-3 before:z-10 before:w-6 hover:bg-accent focus-visible:bg-accent wide:block"
        onDoubleClick={() => resize(usual)}
        onKeyDown={(event) => resizeByKey(event, width, resize)}
        onPointerDown={(event) => followPointer(event, pane.current, resize)}
        role="separator"
        tabIndex={0}
        title="Drag to resize, double-click for the usual width"
      />
      <section
        aria-label="Request"
        className={`min-w-0 grow flex-col wide:flex ${shows === 'detail' ? 'flex' : 'hidden'}`}
      >
        {detail}
      </section>
    </div>
  );
}

function widthBefore(): number {
  const remembered = Number(readSetting('list-width'));
  return remembered >= narrowest && remembered <= widest ? remembered : usual;
}

function followPointer(
  event: PointerEvent<HTMLElement>,
  pane: HTMLElement | null,
  resize: (width: number) => void,
): void {
  const bar: HTMLElement = event.currentTarget;
  const left = pane?.getBoundingClientRect().left ?? 0;
  const stop = new AbortController();
  const { signal } = stop;
  bar.setPointerCapture(event.pointerId);
  bar.addEventListener('pointermove', (moved) => resize(moved.clientX - left), { signal });
  bar.addEventListener('lostpointercapture', () => stop.abort(), { signal });
}

function resizeByKey(event: KeyboardEvent, width: number, resize: (width: number) => void): void {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: width - 20,
    ArrowRight: width + 20,
    Home: narrowest,
    End: widest,
  };
  const wanted = steps[event.key];
  if (wanted === undefined) return;
  event.preventDefault();
  resize(wanted);
}
