import { accountOperations } from './operations/accounts.ts';
import { apiKeyOperations } from './operations/api-keys.ts';
import { billingOperations } from './operations/billing.ts';
import { capturedRequestOperations } from './operations/captured-requests.ts';
import { endpointSettingsOperations } from './operations/endpoint-settings.ts';
import { endpointOperations } from './operations/endpoints.ts';
import { eventShapeOperations } from './operations/event-shapes.ts';
import { monitoringOperations } from './operations/monitoring.ts';
import { serviceOperations } from './operations/service.ts';
import { shareOperations } from './operations/shares.ts';
import { teamOperations } from './operations/teams.ts';

/** Every operation that the API serves, by its operation id. */
export const operations = {
  ...endpointOperations,
  ...endpointSettingsOperations,
  ...eventShapeOperations,
  ...capturedRequestOperations,
  ...shareOperations,
  ...accountOperations,
  ...apiKeyOperations,
  ...billingOperations,
  ...teamOperations,
  ...serviceOperations,
  ...monitoringOperations,
};
