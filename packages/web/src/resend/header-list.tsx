import { plural } from '../ui/format.ts';
import type { Captured } from './captured.ts';
import { resentHeaders } from './sent-request.ts';

/** The headers of the captured request. Those that a browser cannot send are marked, with the reason. */
export function HeaderList({ captured }: { captured: Captured }) {
  const { droppedHeaders } = captured;
  const headers = resentHeaders(captured);
  return (
    <>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {headers.map(({ name, value, refusal }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may stand there twice, and nothing moves
          <li className="px-3 py-1.5" key={index}>
            <p
              className={`font-mono text-[0.8125rem] wrap-anywhere ${refusal === undefined ? '' : 'text-muted line-through'}`}
            >
              <span className="text-muted">{name}:</span> {value}
            </p>
            {refusal !== undefined && <p className="text-xs text-warn">Not sent. {refusal}</p>}
          </li>
        ))}
      </ul>
      {droppedHeaders > 0 && (
        <p className="mt-2 text-xs text-muted">
          {plural(droppedHeaders, 'header')} with names that begin with X- arrived too. The service
          does not store such headers.
        </p>
      )}
    </>
  );
}
