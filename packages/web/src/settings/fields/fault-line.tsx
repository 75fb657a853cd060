/** A sentence about a field that makes no sense; nothing if it does. */
export function FaultLine({ id, fault }: { id: string; fault: string | undefined }) {
  if (fault === undefined) return null;
  return (
    <p className="mt-1 text-xs wrap-anywhere text-danger" data-fault id={id}>
      {faultWords(fault)}.
    </p>
  );
}

/** A sentence that stands behind no place begins with a capital letter. */
export function faultWords(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
