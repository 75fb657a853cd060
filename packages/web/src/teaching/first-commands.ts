import { bashWord, javaScriptString } from '@hookwell/client/copying';

export interface FirstCommand {
  tool: string;
  label: string;
  /** Tells where to type or paste the command. */
  where: string;
  text: string;
}

/** The commands that send a small JSON object to this URL, one for each tool. */
export function firstCommands(url: string): [FirstCommand, ...FirstCommand[]] {
  return [
    {
      tool: 'curl',
      label: 'curl',
      where: 'In a terminal of macOS, Linux or WSL.',
      text: [
        `curl ${bashWord(url)}`,
        "-H 'Content-Type: application/json'",
        `-d '{"hello": "world"}'`,
      ].join(' \\\n  '),
    },
    {
      tool: 'fetch',
      label: 'fetch',
      where: 'In the console of a browser, Node.js, Deno or Bun.',
      text: [
        `await fetch(${javaScriptString(url)}, {`,
        "  method: 'POST',",
        "  headers: { 'Content-Type': 'application/json' },",
        "  body: JSON.stringify({ hello: 'world' }),",
        '});',
      ].join('\n'),
    },
    {
      tool: 'httpie',
      label: 'HTTPie',
      where: 'In any terminal, with HTTPie installed.',
      text: `http POST ${bashWord(url)} hello=world`,
    },
    {
      tool: 'powershell',
      label: 'PowerShell',
      where: 'In Windows PowerShell, or PowerShell anywhere.',
      text: [
        `Invoke-RestMethod ${powerShellString(url)} \``,
        "  -Method Post -ContentType 'application/json' `",
        `  -Body '{"hello": "world"}'`,
      ].join('\n'),
    },
  ];
}

/**
 * Writes a text as a verbatim string of PowerShell, in which only the quote is special. Typographic quotes count as
 * quotes, too (about_Quoting_Rules).
 */
export function powerShellString(text: string): string {
  return `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
}
