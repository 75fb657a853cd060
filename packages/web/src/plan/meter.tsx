/** A bar that shows how much of a limit is used. The words beside it say the same. */
export function Meter({ value, limit }: { value: number; limit: number }) {
  const share = limit === 0 ? 1 : Math.min(1, value / limit);
  return (
    <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-raised">
      <div
        className={`h-full rounded-full ${share < 0.9 ? 'bg-accent' : 'bg-warn'}`}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
