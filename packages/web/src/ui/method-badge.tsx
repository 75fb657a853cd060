const colours: ReadonlyMap<string, string> = new Map([
  ['GET', 'text-get'],
  ['HEAD', 'text-get'],
  ['POST', 'text-post'],
  ['PUT', 'text-put'],
  ['PATCH', 'text-patch'],
  ['DELETE', 'text-delete'],
]);

/** The method of a captured request in its colour. Senders may invent long methods, which are cut off. */
export function MethodBadge({ method, className = '' }: { method: string; className?: string }) {
  return (
    <span
      className={`truncate font-mono text-xs font-semibold ${colours.get(method) ?? 'text-other'} ${className}`}
      title={method}
    >
      {method}
    </span>
  );
}
