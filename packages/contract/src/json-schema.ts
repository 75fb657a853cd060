/** A JSON Schema (2020-12). */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };
