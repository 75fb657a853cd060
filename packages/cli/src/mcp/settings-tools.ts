import type { Delivery, EndpointSettings } from '@hookwell/client';
import { ExpectationError, expectationForms } from '@hookwell/core/grade';
import { parsePlan, readSettings, SettingsError } from '@hookwell/core/rules';
import { z } from 'zod';
import { noEndpoint, orNotFound } from '../service/not-found.ts';
import {
  beginWait,
  boundedEvent,
  defineTool,
  endpointInput,
  idInput,
  pieceEnd,
  ToolFailure,
  timeoutInput,
  within,
} from './tool.ts';

/** The most characters of settings that one call shows. */
const mostSettingsCharacters = 20_000;

export const getSettings = defineTool({
  name: 'get_settings',
  title: 'Show the settings of an endpoint',
  description:
    'Shows what an endpoint replies: its replies, with their matches, steps and delays, what makes two ' +
    'requests the same delivery, and how their signatures are verified, with a hint of each secret in place of the secret. {} means that every request is acknowledged with 200. Settings of more than ' +
    `${mostSettingsCharacters} characters come as pieces of their JSON: if there is a nextOffset, call again with it.`,
  input: z.strictObject({
    endpoint: endpointInput,
    offset: z.int().min(0).default(0).describe('The place in the JSON text to begin at'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async ({ endpoint, offset }, { client, signal }) => {
    const calls = client.endpoints.settings(endpoint);
    const settings = await orNotFound(calls.get({ signal }), noEndpoint(endpoint));
    const text = JSON.stringify(settings);
    if (offset === 0 && text.length <= mostSettingsCharacters) return { settings };
    const end = pieceEnd(text, offset, mostSettingsCharacters);
    return {
      settingsText: text.slice(offset, end),
      ...{ offset, settingsCharacters: text.length },
      ...(end < text.length ? { nextOffset: end } : {}),
    };
  },
});

export const setSettings = defineTool({
  name: 'set_settings',
  title: 'Set what an endpoint replies',
  description:
    'Replaces all settings of an endpoint; {} removes them. {"replies": [...], "delivery": "header.webhook-id"}: the first ' +
    'reply whose when (a match) holds is sent, with status, headers, body ({{field}} inserts a field of the request) and ' +
    'delay ("2s"); or with plan, a list of steps, one for each attempt of the same delivery: "500", "429 retry-after=60", ' +
    '"200 delay=3s", "timeout 10s", "reset", "truncate 100". {"verify": {"scheme": "github", "secrets": ["…"]}} verifies the signature of each request when it ' +
    'arrives; a hint {"hint": "…"} from get_settings in place of a secret keeps that secret. {"handshake": "slack"} among the replies ' +
    "answers that sender's handshake. Every request is stored before it is answered.",
  input: z.strictObject({
    endpoint: endpointInput,
    settings: z.looseObject({}).describe('The whole document'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  run: async ({ endpoint, settings }, { client, signal }) => {
    const calls = client.endpoints.settings(endpoint);
    const putting = calls.put(checkedSettings(settings), { signal });
    const { replies = [], verify } = await orNotFound(putting, noEndpoint(endpoint));
    return { endpoint, replies: replies.length, ...(verify === undefined ? {} : { verify }) };
  },
});

/** @throws {ToolFailure} that names the place of the first fault */
function checkedSettings(settings: object): EndpointSettings {
  try {
    readSettings(settings);
    // `readSettings` has checked that it is what the contract describes.
    return settings as EndpointSettings;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new ToolFailure(error.message);
  }
}

/** The most characters of JSON that one list of deliveries takes. */
const mostDeliveriesCharacters = 40_000;
/** The most attempts of a delivery that are shown: its newest. */
const mostAttempts = 20;

export const listDeliveries = defineTool({
  name: 'list_deliveries',
  title: 'List deliveries',
  description:
    'Lists the deliveries to an endpoint with settings, newest first: the attempts of a sender to deliver the same thing, ' +
    'with what each was answered. A delivery is accepted once an attempt was answered with 2xx. Older ones follow with ' +
    'nextBefore as before. show_request has each request.',
  input: z.strictObject({
    endpoint: endpointInput,
    limit: z.int().min(1).max(50).default(10).describe('The most deliveries to list'),
    before: idInput
      .optional()
      .describe('Only deliveries whose first attempt is a request with a lower id'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async ({ endpoint, limit, before }, { client, signal }) => {
    const page = client.endpoints.deliveries(endpoint, { limit, before, signal });
    const { items, next } = await orNotFound(page, noEndpoint(endpoint));
    const deliveries = within(items.map(shownDelivery), mostDeliveriesCharacters);
    const last = items[deliveries.length - 1]?.attempts[0]?.id;
    const isCut = deliveries.length < items.length;
    const nextBefore = isCut ? last : next?.before;
    return {
      deliveries,
      hasOlder: isCut || next !== undefined,
      ...(nextBefore === undefined ? {} : { nextBefore }),
    };
  },
});

function shownDelivery({ attempts, ...delivery }: Delivery): object {
  const differing = (values: readonly (string | undefined)[]) => new Set(values).size;
  const shown = attempts.slice(-mostAttempts);
  const leftOut = attempts.length - shown.length;
  return {
    ...boundedEvent(delivery),
    attempts: shown.map(({ bodyHash: _body, idHash: _id, ...attempt }) => attempt),
    ...(leftOut === 0 ? {} : { earlierAttemptsLeftOut: leftOut }),
    differentBodies: differing(attempts.map(({ bodyHash }) => bodyHash)),
    differentIds: differing(attempts.map(({ idHash }) => idHash)),
  };
}

/** The newest attempts, and the ids of a finding, that are shown. */
const mostShown = 50;

const examples = expectationForms.map(({ example }) => example).join(', ');

export const gradeSender = defineTool({
  name: 'grade_sender',
  title: 'Grade a sender',
  description:
    'Replies to the next requests to an endpoint with steps of failures and judges what their sender does: does it try again, ' +
    'with growing pauses, the same id and the same body, does it stop once it was answered 2xx? Have the sender send while it ' +
    'runs. All requests count as attempts of one delivery meanwhile; the settings are restored at the end.',
  input: z.strictObject({
    endpoint: endpointInput,
    expect: z.string().describe(`What is expected, several between white space: ${examples}`),
    plan: z
      .string()
      .optional()
      .describe(
        'The steps, a reply to each attempt: "500, timeout 10s, reset, 200"; else what is needed',
      ),
    timeoutSeconds: timeoutInput({ least: 1, usual: 50, use: 'watch' }),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  run: async ({ endpoint, expect, plan, timeoutSeconds }, call) => {
    const { client, signal } = call;
    const { seconds, stopReporting } = beginWait(timeoutSeconds, call);
    try {
      const options = { expect, plan: stepsOf(plan), timeout: seconds * 1000, signal };
      const grading = client.endpoint(endpoint).grade(options);
      const { outcome, findings, attempts } = await orNotFound(grading, noEndpoint(endpoint));
      return {
        outcome,
        watchedSeconds: seconds,
        findings: findings.map(({ requestIds, ...finding }) => {
          return { ...finding, requestIds: requestIds.slice(0, mostShown) };
        }),
        attempts: attempts
          .slice(-mostShown)
          .map(({ id, receivedAt, answer }) => ({ id, receivedAt, answer })),
        attemptsInAll: attempts.length,
      };
    } catch (error) {
      if (error instanceof ExpectationError) throw new ToolFailure(`expect: ${error.message}`);
      if (error instanceof Error && error.name === 'RestoreError' && 'settings' in error) {
        throw new ToolFailure(`${error.message}. They were: ${JSON.stringify(error.settings)}`);
      }
      throw error;
    } finally {
      await stopReporting();
    }
  },
});

/** @throws {ToolFailure} if a step is none */
function stepsOf(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  try {
    return parsePlan(text).map(({ written }) => written);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new ToolFailure(error.message);
  }
}
