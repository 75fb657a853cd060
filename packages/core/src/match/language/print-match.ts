import type { JsonPath, Match, MatchCondition, MatchField, MatchTerm } from './match.ts';

/** Writes a match in the form that reads back as the same terms. */
export function printMatch(match: Match): string {
  return match.terms.map(printTerm).join(' ');
}

/** Writes one term. */
export function printTerm({ isNegated, condition }: Pick<MatchTerm, 'isNegated' | 'condition'>) {
  return (isNegated ? '-' : '') + printCondition(condition);
}

function printCondition(condition: MatchCondition): string {
  switch (condition.kind) {
    case 'word':
      return printWord(condition.text);
    case 'has':
      return `has:${printField(condition.field)}`;
    case 'has-kind':
      return `has:${condition.bodyKind}`;
    case 'field': {
      const { field, operator, text } = condition;
      return printField(field) + operator + printValue(text);
    }
  }
}

/** Writes a text as a word that is looked for anywhere, in quotes where it needs them. */
export function printWord(text: string): string {
  const isPlain = text !== '' && !/[\s"'\\:=<>]/.test(text) && !/^-./s.test(text);
  return isPlain ? text : inQuotes(text);
}

/** Writes a field as the language names it: `header.user-agent`, `json.items[0]`. */
export function printField(field: MatchField): string {
  switch (field.name) {
    case 'header.NAME':
      return `header.${printName(field.key)}`;
    case 'query.NAME':
      return `query.${printName(field.key)}`;
    case 'json.PATH':
      return printJsonPath(field.path);
    default:
      return field.name;
  }
}

/** Writes a path as the language has it: `json.data.items[0]["a.b"]`. */
function printJsonPath(path: JsonPath): string {
  return `json${path.map(printStep).join('')}`;
}

function printStep(step: string): string {
  if (/^(0|[1-9]\d*)$/.test(step)) return `[${step}]`;
  if (/^[\p{L}\p{N}_$@-]+$/u.test(step)) return `.${step}`;
  return `["${step.replace(/["'\\]/g, '\\$&')}"]`;
}

function printName(name: string): string {
  return /^[\w.[\]-]+$/.test(name) ? name : inQuotes(name);
}

function printValue(text: string): string {
  if (text === '') return '""';
  return /[\s"'\\]/.test(text) ? inQuotes(text) : text;
}

function inQuotes(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
