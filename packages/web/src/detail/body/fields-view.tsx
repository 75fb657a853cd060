import { useMemo, useState } from 'react';
import { ShownText, shownCharacters } from '../../request/shown-text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ChevronRightIcon } from '../../ui/part-icons.tsx';
import type { JsonDocument } from '../json/json-document.ts';
import { JsonTree } from '../json/json-tree.tsx';
import { PairsTable } from '../text/pairs-table.tsx';
import { fieldGroups, type NameValuePair, type NameValuePairs } from './name-value-pairs.ts';

interface FieldsViewProps {
  fields: NameValuePairs;
  /** Whether the form is only the beginning of the body. */
  isCut: boolean;
}

/** The fields of a form, decoded. Those that hold JSON are trees in their place. */
export function FieldsView({ fields, isCut }: FieldsViewProps) {
  const groups = useMemo(() => fieldGroups(fields, isCut), [fields, isCut]);
  const documents = groups.filter(({ kind }) => kind === 'json').length;
  return (
    <div className="flex h-full flex-col overflow-auto">
      {groups.map((group, index) =>
        group.kind === 'json' ? (
          <JsonField
            document={group.document}
            isAlone={documents === 1}
            // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the order never changes
            key={index}
            pair={group.pair}
          />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the order never changes
          <div className="shrink-0" key={index}>
            <PairsTable caption="Fields of the form, decoded" pairs={group.pairs} />
          </div>
        ),
      )}
      {(isCut || !fields.isComplete) && (
        <p className="p-4 text-muted">
          {isCut
            ? 'Only the beginning of the body was read here.'
            : `These are the first ${fields.pairs.length}. Raw has all of them.`}
        </p>
      )}
    </div>
  );
}

/** All fields as they are copied: a line for each, which tables of other programs take apart. */
export function fieldsText({ pairs }: NameValuePairs): string {
  return pairs.map(({ name, value }) => `${name}\t${value}`).join('\n');
}

interface JsonFieldProps {
  pair: NameValuePair;
  document: JsonDocument;
  /** Whether no other field holds JSON, so that the tree can have all the height that is left. */
  isAlone: boolean;
}

/** A field with its JSON, which can be closed. */
function JsonField({ pair, document, isAlone }: JsonFieldProps) {
  const [isOpen, setOpen] = useState(true);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const name = shownCharacters(pair.name);
  return (
    <section
      aria-label={`The field ${name}`}
      className={`flex shrink-0 flex-col border-b border-line ${isAlone && isOpen ? 'min-h-72 grow basis-0' : ''}`}
    >
      <div className="flex items-center gap-2 py-1 pr-2 pl-2 hover:bg-raised">
        <button
          aria-expanded={isOpen}
          className="flex min-w-0 grow items-center gap-1 text-left"
          onClick={() => setOpen(!isOpen)}
          type="button"
        >
          <ChevronRightIcon
            className={`size-3.5 text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`}
          />
          <span className="font-mono text-[0.8125rem] font-medium wrap-anywhere text-accent">
            <ShownText text={pair.name} />
          </span>
          <span className="ml-2 shrink-0 rounded bg-raised px-1.5 py-0.5 text-xs ring-1 ring-line">
            string that contains JSON
          </span>
        </button>
        <span className="contents" ref={setSlot} />
        <CopyButton label={`the value of ${name}`} size="small" text={pair.value} />
      </div>
      {isOpen && (
        <JsonTree
          document={document}
          height={isAlone ? 'fill' : 'content'}
          label={`JSON in ${name}`}
          slot={slot}
          whole={`the field ${name}`}
        />
      )}
    </section>
  );
}
