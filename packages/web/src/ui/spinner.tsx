/** Shows that the work which `label` names is under way. */
export function Spinner({ label, className = 'size-5' }: { label: string; className?: string }) {
  return (
    <span className="inline-flex items-center justify-center" role="status">
      <span
        className={`animate-spin rounded-full border-2 border-line border-t-accent ${className}`}
      />
      <span className="sr-only">{label}</span>
    </span>
  );
}
