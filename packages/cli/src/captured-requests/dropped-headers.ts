/** The headers of a captured request as far as they tell of those that were dropped. */
export interface WithDropped {
  headers: readonly (readonly [name: string, value: string])[];
  /** The number of headers beginning with X- that the service dropped. */
  droppedHeaders: number;
}

/** Tells how many headers were dropped, and how they are kept from now on; empty if none was. */
export function droppedSentence({ headers, droppedHeaders: count }: WithDropped): string {
  if (count === 0) return '';
  const were =
    count === 1
      ? 'One header beginning with X- was dropped'
      : `${count} headers beginning with X- were dropped`;
  return `${were}: ${headers.some(([name]) => /^x-/i.test(name)) ? neverKept : keptFromNowOn}`;
}

/** If others of the same request are there, the endpoint keeps them. */
const neverKept = 'secrets, and what a proxy adds, are never kept';
/** How headers are kept from now on. */
export const keptFromNowOn =
  '"xHeaders": "keep" in the settings of the endpoint keeps all but secrets from now on';
