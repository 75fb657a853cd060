import { IconButton } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format.ts';
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/part-icons.tsx';

interface RowPagesProps {
  count: number;
  ofPage: number;
  page: number;
  noun: string;
  onPage: (page: number) => void;
}

/** Says which page of very many rows is shown, and leads to the other pages. */
export function RowPages({ count, ofPage, page, noun, onPage }: RowPagesProps) {
  const from = page * ofPage;
  const to = Math.min(count, from + ofPage);
  return (
    <div className="sticky bottom-0 left-0 flex items-center gap-1 border-t border-line bg-surface px-2 py-1 font-sans text-xs">
      <IconButton disabled={page === 0} label={`Previous ${noun}`} onClick={() => onPage(page - 1)}>
        <ChevronLeftIcon />
      </IconButton>
      <span className="tabular">
        {noun} {formatCount(from + 1)} to {formatCount(to)} of {formatCount(count)}
      </span>
      <IconButton disabled={to === count} label={`Next ${noun}`} onClick={() => onPage(page + 1)}>
        <ChevronRightIcon />
      </IconButton>
    </div>
  );
}
