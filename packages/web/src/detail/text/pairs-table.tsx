import { shownCharacters } from '../../request/visible-text.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FoundText } from './searched-text.tsx';

export interface Pair {
  name: string;
  value: string;
  /** The text to copy, if it is not the value. */
  copied?: string;
  /** A word about it, and what that means. */
  note?: string;
  noteTitle?: string;
}

export interface PairsTableProps {
  /** Names the table for screen readers: `Headers as sent`. */
  caption: string;
  pairs: readonly Pair[];
}

const longestShownCharacters = 4000;

/** Names and values in their order, each value with a button to copy it. */
export function PairsTable({ caption, pairs }: PairsTableProps) {
  return (
    <div className="@container">
      <table className="w-full table-fixed border-collapse font-mono text-[0.8125rem] [font-variant-ligatures:none]">
        <caption className="sr-only">{caption}</caption>
        <colgroup>
          <col className="w-[38%] @2xl:w-60" />
          <col />
          <col className="w-10" />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Value</th>
            <th scope="col">Copy</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ name, value, copied = value, note, noteTitle }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the order never changes
            <tr className="border-b border-line align-top hover:bg-raised" key={index}>
              <th
                className="py-1.5 pr-3 pl-4 text-left font-medium wrap-anywhere text-accent"
                scope="row"
              >
                <FoundText text={name} />
                {note !== undefined && (
                  <span className="font-sans text-xs font-normal text-muted" title={noteTitle}>
                    {` ${note}`}
                  </span>
                )}
              </th>
              <td className="py-1.5 pr-2 wrap-anywhere whitespace-pre-wrap">
                {value === '' ? (
                  <Empty />
                ) : (
                  <FoundText text={value.slice(0, longestShownCharacters)} />
                )}
                {value.length > longestShownCharacters && (
                  <span className="text-muted"> … (copy it to see all)</span>
                )}
              </td>
              <td className="pr-2 text-right">
                <CopyButton
                  label={`the value of ${shownCharacters(name)}`}
                  size="small"
                  text={copied}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Empty() {
  return <span className="font-sans text-muted italic">empty</span>;
}
