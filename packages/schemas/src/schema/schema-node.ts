import type { Place } from '../place.ts';

/** A schema that is ready to be tried: its references lead to schemas, its keywords stand by the kind of value. */
export interface SchemaNode {
  /** Of `true` and `false`, which have nothing else. */
  readonly allows?: boolean;
  readonly resource: SchemaResource;
  readonly place: Place | undefined;
  /** Bits of `kinds`. */
  types?: number;
  constants?: Constants[];
  numbers?: NumberRules;
  strings?: StringRules;
  arrays?: ArrayRules;
  objects?: ObjectRules;
  combined?: CombinedSchemas;
  /** It has `unevaluatedProperties` or `unevaluatedItems`. */
  asksEvaluated?: boolean;
}

/** A schema with an address, to which references within it are relative. */
export interface SchemaResource {
  readonly address: string;
  /** As it was given. */
  readonly root: unknown;
  /** Before the places in it. */
  readonly head: string;
  readonly anchors: Map<string, SchemaNode>;
  readonly dynamicAnchors: Map<string, SchemaNode>;
}

/** `enum`, or `const` as the one value. */
export interface Constants {
  readonly isOne: boolean;
  /** See `valueKey`. */
  readonly keys: ReadonlySet<unknown>;
  /** Whether there are objects or arrays among them. */
  readonly hasContainers: boolean;
  /** The values in words, if they are few and short. */
  readonly shown: readonly string[];
}

export interface NumberRules {
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
}

/** Lengths in code points. */
export interface StringRules {
  minLength?: number;
  maxLength?: number;
  pattern?: RegExp;
}

export interface ArrayRules {
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  prefixItems?: SchemaNode[];
  items?: SchemaNode;
  contains?: SchemaNode;
  minContains?: number;
  maxContains?: number;
  unevaluated?: SchemaNode;
}

export interface ObjectRules {
  minProperties?: number;
  maxProperties?: number;
  required?: readonly string[];
  dependentRequired?: ReadonlyMap<string, readonly string[]>;
  properties?: ReadonlyMap<string, SchemaNode>;
  patternProperties?: readonly { pattern: RegExp; schema: SchemaNode }[];
  additional?: SchemaNode;
  names?: SchemaNode;
  unevaluated?: SchemaNode;
}

/** Schemas that are tried on the same value. */
export interface CombinedSchemas {
  reference?: SchemaNode;
  dynamicReference?: DynamicReference;
  allOf?: SchemaNode[];
  anyOf?: SchemaNode[];
  oneOf?: SchemaNode[];
  not?: SchemaNode;
  if?: SchemaNode;
  then?: SchemaNode;
  else?: SchemaNode;
  dependentSchemas?: ReadonlyMap<string, SchemaNode>;
}

export interface DynamicReference {
  target: SchemaNode;
  /** If the target is a dynamic anchor: the outermost schema on the way that has it counts instead. */
  anchor?: string;
}

/** A schema that was read, for `differencesOf`. */
export interface CheckedSchema {
  readonly root: SchemaNode;
  readonly hasDynamicReferences: boolean;
  /** So many schemas were read for it. */
  readonly size: number;
  /** The addresses that they have. */
  readonly addresses: number;
}
