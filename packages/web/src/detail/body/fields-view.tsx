import { PairsTable } from '../text/pairs-table.tsx';
import type { NameValuePairs } from './name-value-pairs.ts';

/** The fields of a form, decoded. */
export function FieldsView({ fields }: { fields: NameValuePairs }) {
  return (
    <div className="h-full overflow-auto">
      <PairsTable caption="Fields of the form, decoded" pairs={fields.pairs} />
      {!fields.isComplete && (
        <p className="p-4 text-muted">
          These are the first {fields.pairs.length}. Raw has all of them.
        </p>
      )}
    </div>
  );
}
