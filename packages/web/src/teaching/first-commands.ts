import { bashWord, javaScriptString } from '@hookwell/client/copying';

export const firstCommandTools = ['curl', 'fetch', 'httpie', 'powershell'] as const;
export type FirstCommandTool = (typeof firstCommandTools)[number];

export interface FirstCommand {
  tool: FirstCommandTool;
  /** What people call the tool. */
  label: string;
  /** Where the command is typed or pasted. */
  where: string;
  text: string;
}

/** The same first request to this URL, a small JSON object, by each tool. */
export function firstCommands(url: string): FirstCommand[] {
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

export function isFirstCommandTool(text: string | undefined): text is FirstCommandTool {
  return firstCommandTools.some((tool) => tool === text);
}

/**
 * The text as a verbatim string of PowerShell, where nothing but the quote itself is special. It takes the
 * typographic quotes for quotes, too (about_Quoting_Rules).
 */
export function powerShellString(text: string): string {
  return `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
}
