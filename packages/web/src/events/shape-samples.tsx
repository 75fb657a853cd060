import type { BodySchema } from '@hookwell/client';
import { ShownText } from '../request/shown-text.tsx';
import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';
import { samplesWords } from './event-words.ts';

/** A shape is made of so many requests at most. */
export const mostSamples = 10_000;

interface ShapeSamplesProps {
  schema: BodySchema;
  json: number;
  isMaking: boolean;
  /** Missing if no more are looked at. */
  onMore: (() => void) | undefined;
}

/** The requests that the shape was made of, and what was left out. */
export function ShapeSamples({ schema, json, isMaking, onMore }: ShapeSamplesProps) {
  const { 'x-samples': samples, 'x-left-out': leftOut = [] } = schema;
  return (
    <div className="border-t border-line px-4 py-1.5 text-xs text-muted">
      <p className="flex flex-wrap items-center gap-x-2">
        {samplesWords(samples, samples >= json && samples < mostSamples)}
        {onMore !== undefined && samples < json && (
          <Button onClick={onMore} size="small" tone="quiet">
            Look at up to {formatCount(mostSamples)}
          </Button>
        )}
        {isMaking && <span role="status">Looking …</span>}
      </p>
      {leftOut.length > 0 && (
        <>
          <p>Left out:</p>
          <ul aria-label="Left out" className="list-disc pl-4">
            {leftOut.map((what) => (
              <li className="wrap-anywhere" key={what}>
                <ShownText text={what} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
