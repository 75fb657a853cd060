import type { EndpointSettings } from '@hookwell/client';
import { handshakeNames, readSettings, SettingsError } from '@hookwell/replies';
import { scanJson } from '../../detail/json/scan-json.ts';

/** Why a text holds no settings that can be edited in fields. */
export interface TextProblem {
  /** A sentence without its full stop. */
  sentence: string;
  /** The index of the character at which the text stops being JSON. */
  offset?: number;
}

/** Writes settings as people read them. */
export function settingsText(settings: EndpointSettings): string {
  return JSON.stringify(settings, null, 2);
}

/** Reads a text as far as its shape goes: whether each part makes sense is another question. */
export function readSettingsText(
  text: string,
): { settings: EndpointSettings } | { problem: TextProblem } {
  let value: unknown;
  try {
    value = text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return { problem: jsonProblem(text) };
  }
  if (isSettings(value)) return { settings: value };
  return { problem: { sentence: shapeSentence(value) } };
}

function jsonProblem(text: string): TextProblem {
  const scanned = scanJson(text);
  if (scanned.ok) return { sentence: 'the text is nested too deeply' };
  const { offset, message } = scanned.fault;
  const before = text.slice(0, offset).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { sentence: `line ${before.length}, column ${column}: ${message}`, offset };
}

function shapeSentence(value: unknown): string {
  try {
    readSettings(value);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return 'this page does not know all of it';
}

const replyMembers = new Set(['when', 'status', 'headers', 'body', 'bodyBase64', 'delay', 'plan']);
const verifyTexts = ['webhookId', 'header', 'prefix', 'signed', 'timestampHeader', 'idHeader'];
const verifyMembers = new Set([
  'scheme',
  'secrets',
  'tolerance',
  'algorithm',
  'encoding',
  ...verifyTexts,
]);

/** Whether the fields can show all of it. */
function isSettings(value: unknown): value is EndpointSettings {
  if (!isRecord(value)) return false;
  const { replies, delivery, verify, ...others } = value;
  return (
    Object.keys(others).length === 0 &&
    (replies === undefined || (Array.isArray(replies) && replies.every(isReply))) &&
    (verify === undefined || isVerify(verify)) &&
    isTextOrAbsent(delivery)
  );
}

function isReply(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (Object.hasOwn(value, 'handshake')) {
    return hasOnly(value, handshakeMember) && isOneOf(handshakeNames, value.handshake);
  }
  const { when, status, headers, body, bodyBase64, delay, plan } = value;
  const isHeaders =
    headers === undefined || (isRecord(headers) && Object.values(headers).every(isText));
  const isPlan =
    plan === undefined || (Array.isArray(plan) && plan.length > 0 && plan.every(isText));
  const hasOneBody = body === undefined || bodyBase64 === undefined;
  const texts = [when, body, bodyBase64, delay];
  return (
    hasOnly(value, replyMembers) &&
    isHeaders &&
    isPlan &&
    isNumberOrAbsent(status) &&
    hasOneBody &&
    texts.every(isTextOrAbsent)
  );
}

const handshakeMember = new Set(['handshake']);

function isVerify(value: unknown): boolean {
  if (!isRecord(value) || !hasOnly(value, verifyMembers)) return false;
  const { scheme, secrets, tolerance, algorithm, encoding } = value;
  return (
    isText(scheme) &&
    (secrets === undefined || (Array.isArray(secrets) && secrets.every(isSecret))) &&
    isNumberOrAbsent(tolerance) &&
    (algorithm === undefined || isOneOf(['sha1', 'sha256', 'sha512'], algorithm)) &&
    (encoding === undefined || isOneOf(['hex', 'base64'], encoding)) &&
    verifyTexts.every((name) => isTextOrAbsent(value[name]))
  );
}

function isSecret(value: unknown): boolean {
  return isText(value) || (isRecord(value) && hasOnly(value, hintMember) && isText(value.hint));
}

const hintMember = new Set(['hint']);

function hasOnly(value: Record<string, unknown>, names: ReadonlySet<string>): boolean {
  return Object.keys(value).every((name) => names.has(name));
}

function isOneOf(texts: readonly string[], value: unknown): boolean {
  return isText(value) && texts.includes(value);
}

function isNumberOrAbsent(value: unknown): boolean {
  return value === undefined || (Number.isInteger(value) && Number(value) >= 0);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || isText(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
