import { Button } from '../../ui/button.tsx';

/** The buttons that open all levels of a tree, and close all but the first. */
export function ExpandButtons({ expandTo }: { expandTo: (depth: number) => void }) {
  return (
    <>
      <Button
        aria-label="Expand all"
        onClick={() => expandTo(Number.POSITIVE_INFINITY)}
        size="small"
        tone="quiet"
      >
        Expand
      </Button>
      <Button aria-label="Collapse all" onClick={() => expandTo(1)} size="small" tone="quiet">
        Collapse
      </Button>
    </>
  );
}
