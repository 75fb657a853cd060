import { isVolatile } from './volatile.ts';

/** A line of indented JSON, or of indented XML, with one name and one value. */
const jsonLine = /^\s*"((?:[^"\\]|\\.)*)": ("(?:[^"\\]|\\.)*"|[^,{[]*),?$/;
const xmlLine = /^\s*<([^\s<>/]+)[^<>]*>([^<]*)<\/\1>$/;

/** Whether two lines differ only in a value that is new in every request. */
export function isVolatileLine(left: string | undefined, right: string | undefined): boolean {
  const leftField = left === undefined ? undefined : fieldIn(left);
  const rightField = right === undefined ? undefined : fieldIn(right);
  if (left !== undefined && leftField === undefined) return false;
  if (right !== undefined && rightField === undefined) return false;
  const name = leftField?.name ?? rightField?.name ?? '';
  if (leftField !== undefined && rightField !== undefined && rightField.name !== name) return false;
  return isVolatile(name, leftField?.value, rightField?.value);
}

function fieldIn(line: string): { name: string; value: string } | undefined {
  if (line.length > 1000) return undefined;
  const [, name, value = ''] = jsonLine.exec(line) ?? xmlLine.exec(line) ?? [];
  if (name === undefined) return undefined;
  return { name, value: value.replace(/^"(.*)"$/s, '$1').trim() };
}
