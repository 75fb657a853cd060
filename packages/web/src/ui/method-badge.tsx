const colours: ReadonlyMap<string, string> = new Map([
  ['GET', 'text-get'],
  ['HEAD', 'text-get'],
  ['POST', 'text-post'],
  ['PUT', 'text-put'],
  ['PATCH', 'text-patch'],
  ['DELETE', 'text-delete'],
]);

interface MethodBadgeProps {
  method: string;
  className?: string;
  /** The class of its size. */
  size?: string;
}

/** The method of a captured request in its colour. Senders may invent long methods, which are cut off. */
export function MethodBadge({ method, className = '', size = 'text-xs' }: MethodBadgeProps) {
  return (
    <span
      className={`truncate font-mono font-semibold ${size} ${colours.get(method) ?? 'text-other'} ${className}`}
      title={method}
    >
      {method}
    </span>
  );
}
