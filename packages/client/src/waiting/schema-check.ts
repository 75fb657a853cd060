import { printField } from '@hookwell/core/match';
import type { StreamedRequest } from '../calls/requests.ts';
import { shortened, visible } from './wording.ts';

/** A captured request whose body fits a schema. */
export type FittingRequest<Output> = StreamedRequest & {
  /** The value of the JSON body, as the schema gives it. */
  json: Output;
};

/** A fault that a schema finds in the body of a captured request. */
export interface BodyIssue {
  /** The schema's own words. */
  message: string;
  /** The names and indexes that lead to the place; none for the whole body. */
  path: readonly PropertyKey[];
}

/** @throws {TypeError} if it is no Standard Schema of version 1 */
export function checkSchema(schema: StandardSchemaV1): void {
  // JavaScript gives anything at all; the schemas of some libraries are functions.
  const standard = schema?.['~standard'];
  if (standard?.version === 1 && typeof standard.validate === 'function') return;
  throw new TypeError(
    '"schema" must be a Standard Schema of version 1 (https://standardschema.dev)',
  );
}

/** The request with its body as the schema gives it, or the faults of the body. Rejects with the error of the schema. */
export async function fitted<Output>(
  schema: StandardSchemaV1<unknown, Output>,
  request: StreamedRequest,
): Promise<FittingRequest<Output> | BodyIssue[]> {
  if (request.body === '') return [{ message: 'there is no body', path: [] }];
  const json = parsedJson(request.body);
  if (json === undefined) return [{ message: 'the body is no JSON', path: [] }];
  const result = await schema['~standard'].validate(json.root);
  if (!result.issues) return { ...request, json: result.value };
  // The paths of ArkType are of a class of their own.
  return result.issues.map(({ message, path = [] }) => ({
    message,
    path: Array.from(path, keyOf),
  }));
}

/** The value of a text that is JSON. */
function parsedJson(text: string): { root: unknown } | undefined {
  try {
    return { root: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function keyOf(step: PropertyKey | { readonly key: PropertyKey }): PropertyKey {
  return typeof step === 'object' ? step.key : step;
}

/** The most faults that a message lists, and the most characters of the words of each. */
const mostIssues = 10;
const mostIssueCharacters = 300;

/** The faults in lines: `✗ order.amount: expected number, received string`. */
export function issueLines(issues: readonly BodyIssue[]): string[] {
  const lines = issues.slice(0, mostIssues).map(({ message, path }) => {
    const place = shortened(printedPath(path));
    // The words of ArkType begin with the place.
    const isSaid = place === '' || message.startsWith(`${place} must `);
    const words = isSaid ? message : `${place}: ${message}`;
    return `  ✗ ${visible(shortened(words, mostIssueCharacters))}`;
  });
  const more = issues.length - lines.length;
  return more === 0 ? lines : [...lines, `  … and ${more} more`];
}

/** A path as the match language has it: `order.lines[0]["a.b"]`. */
function printedPath(path: readonly PropertyKey[]): string {
  const printed = printField({ name: 'json.PATH', path: path.map(String) });
  return printed.replace(/^json\.?/, '');
}

/*
 * The part of Standard Schema (https://standardschema.dev, version 1.1 of its text) that waiting needs. Its authors ask for
 * a copy: types are compared by their structure, so that nobody depends on a package.
 */

/** A schema of any library that follows Standard Schema: Zod, Valibot, ArkType and many more. */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly '~standard': StandardSchemaV1.Props<Input, Output>;
}

export declare namespace StandardSchemaV1 {
  export interface Props<Input = unknown, Output = Input> {
    readonly version: 1;
    /** The name of the library. */
    readonly vendor: string;
    readonly types?: Types<Input, Output> | undefined;
    readonly validate: (
      value: unknown,
      options?: { readonly libraryOptions?: Record<string, unknown> | undefined } | undefined,
    ) => Result<Output> | Promise<Result<Output>>;
  }

  /** There is no such value: it only carries the types. */
  export interface Types<Input = unknown, Output = Input> {
    readonly input: Input;
    readonly output: Output;
  }

  export type Result<Output> = SuccessResult<Output> | FailureResult;

  export interface SuccessResult<Output> {
    readonly value: Output;
    readonly issues?: undefined;
  }

  export interface FailureResult {
    readonly issues: readonly Issue[];
  }

  export interface Issue {
    readonly message: string;
    readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
  }

  /** The type of the values that a schema gives. */
  export type InferOutput<Schema extends StandardSchemaV1> = NonNullable<
    Schema['~standard']['types']
  >['output'];
}
