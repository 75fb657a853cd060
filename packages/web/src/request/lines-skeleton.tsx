const widths = ['w-1/3', 'w-2/3', 'w-1/2', 'w-3/5', 'w-2/5', 'w-1/2', 'w-1/4'];

/** Stands in for lines that are being loaded. */
export function LinesSkeleton() {
  return (
    <div className="p-4" role="status">
      <span className="sr-only">Loading</span>
      {widths.map((width, index) => (
        <div
          className={`mb-3 h-3.5 animate-pulse rounded bg-raised ${width}`}
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity but their place
          key={index}
        />
      ))}
    </div>
  );
}
