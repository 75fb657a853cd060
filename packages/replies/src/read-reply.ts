import { members, refuseOthers } from './members.ts';
import { readBase64Body, readTextBody } from './reply-body.ts';
import { readHeaders } from './reply-headers.ts';
import { readWhen } from './reply-match.ts';
import { handshakeNames, mostStepsInPlan, type Reply } from './settings.ts';
import { SettingsError, shown } from './settings-error.ts';
import { delayOf, parseStep, type Step } from './step.ts';

const memberNames = [
  'when',
  'status',
  'headers',
  'body',
  'bodyBase64',
  'delay',
  'plan',
  'handshake',
];

/**
 * @param isStored it was taken earlier: headers that cannot be set since then are left out
 * @throws {SettingsError} at the first place of the reply that makes no sense
 */
export function readReply(value: unknown, place: string, isStored: boolean): Reply {
  const reply = members(value, place, 'a reply is an object');
  refuseOthers(reply, memberNames, place);
  if (reply.handshake !== undefined) return readHandshake(reply, place);
  const when = text(reply, 'when', place);
  const delay = text(reply, 'delay', place);
  const status = readStatus(reply.status, `${place}.status`);
  const plan = reply.plan;
  return {
    when: when === undefined ? undefined : readWhen(when, `${place}.when`),
    status,
    steps:
      plan === undefined
        ? [{ written: String(status), kind: 'status', status }]
        : readPlan(plan, `${place}.plan`),
    hasPlan: plan !== undefined,
    headers: readHeaderMembers(reply.headers, `${place}.headers`, isStored),
    body: readBody(reply, place),
    delayMs: delay === undefined ? 0 : delayOf(delay, `${place}.delay`),
  };
}

function readHandshake(reply: Readonly<Record<string, unknown>>, place: string): Reply {
  const other = Object.keys(reply).find((name) => name !== 'handshake');
  if (other !== undefined) {
    throw new SettingsError(`${place}.${other}`, 'a reply with a handshake has no other member');
  }
  const handshake = handshakeNames.find((name) => name === reply.handshake);
  if (handshake === undefined) {
    const given =
      typeof reply.handshake === 'string'
        ? `there is no handshake ${shown(reply.handshake)}`
        : 'a handshake is the name of a sender';
    const sentence = `${given}; write ${handshakeNames.join(', ')}`;
    throw new SettingsError(`${place}.handshake`, sentence);
  }
  return {
    handshake,
    when: undefined,
    status: 200,
    steps: [{ written: '200', kind: 'status', status: 200 }],
    hasPlan: false,
    headers: [],
    body: undefined,
    delayMs: 0,
  };
}

function text(
  reply: Readonly<Record<string, unknown>>,
  name: string,
  place: string,
): string | undefined {
  const value = reply[name];
  if (value === undefined || typeof value === 'string') return value;
  throw new SettingsError(`${place}.${name}`, 'this is a string');
}

function readStatus(status: unknown, place: string): number {
  if (status === undefined) return 200;
  const isStatus = typeof status === 'number' && Number.isInteger(status);
  if (!isStatus || status < 200 || status > 599) {
    throw new SettingsError(place, 'a status is a whole number from 200 to 599');
  }
  return status;
}

function readHeaderMembers(headers: unknown, place: string, isStored: boolean): Reply['headers'] {
  if (headers === undefined) return [];
  return readHeaders(members(headers, place, 'headers are an object'), place, isStored);
}

function readBody(reply: Readonly<Record<string, unknown>>, place: string): Reply['body'] {
  const body = text(reply, 'body', place);
  const base64 = text(reply, 'bodyBase64', place);
  if (body !== undefined && base64 !== undefined) {
    throw new SettingsError(`${place}.bodyBase64`, 'a reply has a body or a bodyBase64, not both');
  }
  if (body !== undefined) return readTextBody(body, `${place}.body`);
  return base64 === undefined ? undefined : readBase64Body(base64, `${place}.bodyBase64`);
}

function readPlan(plan: unknown, place: string): readonly Step[] {
  if (!Array.isArray(plan)) throw new SettingsError(place, 'this is a list of steps');
  if (plan.length === 0) throw new SettingsError(place, 'this has at least one step');
  if (plan.length > mostStepsInPlan) {
    throw new SettingsError(place, `this has at most ${mostStepsInPlan} steps`);
  }
  return Array.from(plan, (step: unknown, index) => {
    const own = `${place}[${index}]`;
    if (typeof step !== 'string') throw new SettingsError(own, 'a step is a string');
    return parseStep(step, own);
  });
}
