import { accountOperations } from './operations/accounts.ts';
import { apiKeyOperations } from './operations/api-keys.ts';
import { auditOperations } from './operations/audit.ts';
import { billingOperations } from './operations/billing.ts';
import { capturedRequestOperations } from './operations/captured-requests.ts';
import { endpointSettingsOperations } from './operations/endpoint-settings.ts';
import { endpointOperations } from './operations/endpoints.ts';
import { eventShapeOperations } from './operations/event-shapes.ts';
import { monitoringOperations } from './operations/monitoring.ts';
import type { Operation, ValueOf } from './operations/operation.ts';
import { serviceOperations } from './operations/service.ts';
import { shareOperations } from './operations/shares.ts';
import { teamOperations } from './operations/teams.ts';
import type { leastRoleOfParts } from './role.ts';
import type { OperationName } from './routes.ts';

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
