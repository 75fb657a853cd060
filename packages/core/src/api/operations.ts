import { accountOperations } from './account.ts';
import { apiKeyOperations } from './api-keys.ts';
import { auditOperations } from './audit.ts';
import { endpointOperations } from './endpoint.ts';
import { endpointSettingsOperations } from './endpoint-settings.ts';
import { eventShapeOperations } from './event-shape.ts';
import type { leastRoleOfParts, Operation, ValueOf } from './operation.ts';
import { billingOperations } from './plans.ts';
import { capturedRequestOperations } from './request-operations.ts';
import type { OperationName } from './routes.ts';
import { monitoringOperations, serviceOperations } from './service.ts';
import { shareOperations } from './share.ts';
import { teamOperations } from './team.ts';

/** Every operation that the API serves, by its operation id. */
export const operations = {
  ...endpointOperations,
  ...endpointSettingsOperations,
  ...eventShapeOperations,
  ...capturedRequestOperations,
  ...shareOperations,
  ...accountOperations,
  ...apiKeyOperations,
  ...auditOperations,
  ...billingOperations,
  ...teamOperations,
  ...serviceOperations,
  ...monitoringOperations,
} satisfies Readonly<Record<OperationName, Operation>>;

type Operations = typeof operations;
type SchemaOf<Name extends OperationName> = Operations[Name]['schema'];
type JsonOf<Answer> = Answer extends {
  content: { 'application/json': { schema: infer Schema } };
}
  ? ValueOf<Schema>
  : never;

type LeastRoles = {
  readonly [Name in OperationName]: Operations[Name]['config']['leastRole'];
} & typeof leastRoleOfParts;

/** What the owners of a team alone may do. */
export type OfOwners = {
  [Name in keyof LeastRoles]: LeastRoles[Name] extends 'owner' ? Name : never;
}[keyof LeastRoles];

/** What a call of each operation takes and gives, as its schemas say. The types of the client derive from it. */
export type Calls = {
  readonly [Name in OperationName]: {
    /** The JSON of success; `never` if the answer is something else. */
    answer: JsonOf<SchemaOf<Name>['response'][keyof SchemaOf<Name>['response'] & (200 | 201)]>;
    body: SchemaOf<Name> extends { body: infer Schema } ? ValueOf<Schema> : undefined;
    query: SchemaOf<Name> extends { querystring: infer Schema }
      ? { readonly [Key in keyof ValueOf<Schema>]?: string | number | undefined }
      : undefined;
  };
};
