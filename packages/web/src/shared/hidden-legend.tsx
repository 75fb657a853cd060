/** What stands in place of hidden values. */
export function HiddenLegend() {
  return (
    <p>
      <code className="rounded bg-raised px-1">•••</code> stands for a value that is hidden. Where
      all values are hidden, numbers are 0 and true is false.
    </p>
  );
}
