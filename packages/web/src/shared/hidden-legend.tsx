/** What stands in place of hidden values. */
export function HiddenLegend() {
  return (
    <p>
      <code className="rounded bg-raised px-1">•••</code> stands for a value that is hidden. Where
      all values are hidden, numbers stand as 0, and true as false.
    </p>
  );
}
