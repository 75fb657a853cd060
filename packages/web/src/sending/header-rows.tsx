import { type RefObject, useEffect, useId, useRef } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { inputClass } from '../ui/field.tsx';
import { CloseIcon, PlusIcon } from '../ui/icons.tsx';
import { doubtAbout } from './browser-headers.ts';
import {
  type HeaderRow,
  headerRow,
  isBlank,
  isDroppedByService,
  rowRefusal,
} from './test-request.ts';

interface HeaderRowsProps {
  rows: readonly HeaderRow[];
  onChange: (rows: readonly HeaderRow[]) => void;
  /** Gives the reason why a row is not sent. */
  refusalOf?: (row: HeaderRow) => string | undefined;
  /** Whether the receiver drops headers that begin with X-, as the service does. */
  isDroppingX?: boolean;
}

/** The headers of a request, to edit. Headers that a browser cannot send are marked. */
export function HeaderRows(props: HeaderRowsProps) {
  const { rows, onChange, refusalOf = rowRefusal, isDroppingX = true } = props;
  const list = useRef<HTMLUListElement>(null);
  const expectRow = useFocusOnAdded(list, rows);
  const add = () => {
    const row = headerRow();
    expectRow(row);
    onChange([...rows, row]);
  };
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Headers</legend>
      <ul className="space-y-1.5" ref={list}>
        {rows.map((row, index) => (
          <Row
            key={row.key}
            number={index + 1}
            onChange={(changed) =>
              onChange(rows.map((each) => (each.key === row.key ? changed : each)))
            }
            onRemove={() => onChange(rows.filter((each) => each.key !== row.key))}
            refusal={refusalOf(row)}
            row={row}
          />
        ))}
      </ul>
      <Button className="mt-2" onClick={add} size="small">
        <PlusIcon className="size-3.5" />
        Add a header
      </Button>
      {isDroppingX && rows.some((row) => !isBlank(row) && isDroppedByService(row)) && (
        <p className="mt-2 text-xs text-muted">
          Headers that begin with X- are sent, but the service drops them before it stores the
          request.
        </p>
      )}
    </fieldset>
  );
}

/** Moves the focus to a row that was added. */
function useFocusOnAdded(list: RefObject<HTMLElement | null>, rows: readonly HeaderRow[]) {
  const expected = useRef<HeaderRow>(undefined);
  useEffect(() => {
    if (expected.current === undefined || rows.at(-1) !== expected.current) return;
    expected.current = undefined;
    list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus();
  }, [rows, list]);
  return (row: HeaderRow) => {
    expected.current = row;
  };
}

interface RowProps {
  row: HeaderRow;
  number: number;
  /** The reason why it is not sent. */
  refusal: string | undefined;
  onChange: (row: HeaderRow) => void;
  onRemove: () => void;
}

function Row({ row, number, refusal, onChange, onRemove }: RowProps) {
  const id = useId();
  const note = refusal === undefined ? doubtAbout(row.name.trim()) : `Not sent. ${refusal}`;
  const look = refusal === undefined ? '' : 'text-muted line-through';
  const shared = {
    'aria-describedby': note === undefined ? undefined : id,
    autoComplete: 'off',
    className: `${inputClass} h-8 font-mono text-[0.8125rem] ${look}`,
    spellCheck: false,
  };
  return (
    <li className="grid grid-cols-[1fr_auto] gap-1 max-sm:border-b max-sm:border-line max-sm:pb-1.5 sm:grid-cols-[2fr_3fr_auto]">
      <input
        {...shared}
        aria-label={`Header ${number}, name`}
        onChange={(event) => onChange({ ...row, name: event.target.value })}
        placeholder="Name"
        value={row.name}
      />
      <input
        {...shared}
        aria-label={`Header ${number}, value`}
        className={`${shared.className} max-sm:row-start-2`}
        onChange={(event) => onChange({ ...row, value: event.target.value })}
        placeholder="Value"
        value={row.value}
      />
      <IconButton label={`Remove header ${number} ${row.name}`.trim()} onClick={onRemove}>
        <CloseIcon className="size-3.5" />
      </IconButton>
      {note !== undefined && (
        <p
          className={`text-xs max-sm:col-span-2 sm:col-start-2 ${refusal === undefined ? 'text-muted' : 'text-warn'}`}
          id={id}
        >
          {note}
        </p>
      )}
    </li>
  );
}
