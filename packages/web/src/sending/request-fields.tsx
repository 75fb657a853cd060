import { useId, useRef } from 'react';
import { Button, IconButton } from '../ui/controls.tsx';
import { inputClass, useFocusOnKey } from '../ui/field.tsx';
import { formatBytes } from '../ui/format.ts';
import { CloseIcon, PlusIcon } from '../ui/icons.tsx';
import { doubtAbout, isBodiless } from './browser-headers.ts';
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
  /** Gives the fault of a row. With it, the headers are those of an answer: no browser sends them. */
  faultOf?: (row: HeaderRow, index: number) => string | undefined;
  /** Whether the receiver drops headers that begin with X-, as the service does. */
  isDroppingX?: boolean;
}

/** The headers of a request, to edit. Headers that a browser cannot send are marked. */
export function HeaderRows(props: HeaderRowsProps) {
  const { rows, onChange, refusalOf = rowRefusal, faultOf } = props;
  const isDroppingX = faultOf === undefined && (props.isDroppingX ?? true);
  const list = useRef<HTMLUListElement>(null);
  const focusRow = useFocusOnKey(list, rows);
  const add = () => {
    const row = headerRow();
    focusRow(row.key);
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
            note={
              faultOf === undefined ? noteOn(row, refusalOf(row)) : faultNote(faultOf(row, index))
            }
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
          request, unless the settings of the endpoint keep them.
        </p>
      )}
    </fieldset>
  );
}

/** A sentence below a row. */
interface RowNote {
  sentence: string;
  tone: 'quiet' | 'refused' | 'fault';
}

function noteOn({ name }: HeaderRow, refusal: string | undefined): RowNote | undefined {
  if (refusal !== undefined) return { sentence: `Not sent. ${refusal}`, tone: 'refused' };
  const doubt = doubtAbout(name.trim());
  return doubt === undefined ? undefined : { sentence: doubt, tone: 'quiet' };
}

function faultNote(fault: string | undefined): RowNote | undefined {
  return fault === undefined ? undefined : { sentence: fault, tone: 'fault' };
}

const noteTones = { quiet: 'text-muted', refused: 'text-warn', fault: 'text-danger' };

interface RowProps {
  row: HeaderRow;
  number: number;
  note: RowNote | undefined;
  onChange: (row: HeaderRow) => void;
  onRemove: () => void;
}

function Row({ row, number, note, onChange, onRemove }: RowProps) {
  const id = useId();
  const look = note?.tone === 'refused' ? 'text-muted line-through' : '';
  const shared = {
    'aria-describedby': note === undefined ? undefined : id,
    'aria-invalid': note?.tone === 'fault' || undefined,
    autoComplete: 'off',
    className: `${inputClass} h-8 font-mono text-[0.8125rem] ${look}`,
    spellCheck: false,
  };
  return (
    <li
      data-key={row.key}
      className="grid grid-cols-[1fr_auto] gap-1 max-sm:border-b max-sm:border-line max-sm:pb-1.5 sm:grid-cols-[2fr_3fr_auto]"
    >
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
          className={`text-xs wrap-anywhere max-sm:col-span-2 sm:col-start-2 ${noteTones[note.tone]}`}
          id={id}
        >
          {note.sentence}
        </p>
      )}
    </li>
  );
}

interface BodyFieldProps {
  method: string;
  value: string;
  onChange: (value: string) => void;
  className: string;
  /** The words on a body that browsers do not send with this method. */
  unsentWords: (method: string) => string;
}

/** The body of a request as text, to edit, with its size. */
export function BodyField({ method, value, onChange, className, unsentWords }: BodyFieldProps) {
  return (
    <label className="block">
      <span className="mb-1 flex justify-between gap-3 font-medium">
        Body
        <span className="tabular font-normal text-muted">
          {formatBytes(new TextEncoder().encode(value).length)}
        </span>
      </span>
      <textarea
        className={`${inputClass} block resize-y py-2 font-mono text-[0.8125rem] ${className}`}
        onChange={(event) => onChange(event.target.value)}
        spellCheck={false}
        value={value}
      />
      {isBodiless(method.trim()) && value !== '' && (
        <span className="mt-1 block text-warn">{unsentWords(method.trim().toUpperCase())}</span>
      )}
    </label>
  );
}
