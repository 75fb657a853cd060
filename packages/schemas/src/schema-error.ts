/** Why a schema is not taken. */
export class SchemaError extends Error {
  override name = 'SchemaError';
  /** Where in the document: `events["invoice.paid"].properties.id.type`; empty for all of it. */
  readonly place: string;

  /** @param problem what follows the place in a sentence */
  constructor(place: string, problem: string) {
    super(`${place === '' ? 'The schema' : `\`${place}\``} ${problem}`);
    this.place = place;
  }
}
