const minute = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** The moment at which a share ends, in the reader's own time zone and language. */
export function ShownUntil({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at}>
      {minute.format(new Date(at))}
    </time>
  );
}
