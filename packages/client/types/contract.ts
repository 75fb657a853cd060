import type * as client from '@hookwell/client';
import type * as contract from '../../core/src/api/index.ts';
import { type Same, sure } from './expect-type.js';

/*
 * The types that are written out in the package are those of the contract.
 */
sure<
  [
    Same<client.AccountDeletion, contract.AccountDeletion>,
    Same<client.ApiKey, contract.ApiKey>,
    Same<client.BodySchema, contract.BodySchema>,
    Same<client.CapturedBody, contract.CapturedBody>,
    Same<client.CapturedRequest, contract.CapturedRequest>,
    Same<client.CapturedRequestSummary, contract.CapturedRequestSummary>,
    Same<client.CapturedRequestWire, contract.CapturedRequestWire>,
    Same<client.ContractFinding, contract.ContractFinding>,
    Same<client.CreatedApiKey, contract.CreatedApiKey>,
    Same<client.CreatedEndpoint, contract.CreatedEndpoint>,
    Same<client.EmailAndPassword, contract.EmailAndPassword>,
    Same<client.Endpoint, contract.Endpoint>,
    Same<client.JsonSchema, contract.JsonSchema>,
    Same<client.NewApiKey, contract.NewApiKey>,
    Same<client.PasswordChange, contract.PasswordChange>,
    Same<client.PlanName, contract.PlanName>,
    Same<client.PlanOffer, contract.PlanOffer>,
    Same<client.Principal, contract.Principal>,
    Same<client.PrincipalStatus, contract.PrincipalStatus>,
    Same<client.ReceivedEvent, contract.ReceivedEvent>,
    Same<client.Service, contract.Service>,
    Same<client.StreamedRequest, contract.SSEWebhookRequest['SSEWebhookRequest']>,
    Same<client.StreamedSummary, contract.SSEWebhookRequestSummary['SSEWebhookRequest']>,
  ]
>();
