import { type Candidates, type CompletedCommand, wordTree } from './words.ts';

/** The script that makes bash (from 3.2 on) complete the command. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const { first, second } = wordTree(commands);
  const groups = [...second].map(([word, next]) => [`'${word}'`, [...next.keys()]] as const);
  return `# Completion of hookwell for bash: source <(hookwell completion bash)
_hookwell() {
  local line=\${COMP_LINE:0:COMP_POINT} index word gap
  local -a words=()
  # bash also splits at "=" and ":": parts without a space between them belong together.
  for ((index = 0; index <= COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    gap=\${line%%[![:space:]]*}
    line=\${line#"$gap"}
    ((index == COMP_CWORD)) && word=$line
    if ((index > 0)) && [[ -z $gap ]]; then
      words[\${#words[@]} - 1]+=$word
    else
      words+=("$word")
    fi
    line=\${line#"$word"}
  done

  COMPREPLY=()
  local last=$((\${#words[@]} - 1)) command
  local current=\${words[last]} previous=\${words[last - 1]}
  if ((last == 1)); then
    _hookwell_words "$current" ${[...first.keys(), '--help', '--version'].join(' ')}
    return
  fi
  case \${words[1]} in
${cases(groups, (words) => [`((last == 2)) && _hookwell_words "$current" ${[...words, '--help'].join(' ')} && return`, `command="\${words[1]} \${words[2]}"`], 4)}
    *) command=\${words[1]} ;;
  esac

  if [[ $current == --*=* ]]; then
    _hookwell_value "$command \${current%%=*}" "\${current#*=}" "\${current%%=*}="
  elif ! _hookwell_value "$command $previous" "$current" ''; then
    [[ $current == -* ]] || _hookwell_operand "$command $(_hookwell_place "$command" "\${words[@]:0:last}")" "$current"
    ((\${#COMPREPLY[@]})) || _hookwell_options "$command" "$current"
  fi
}

# Completes the typed word with words that begin so; bash wants only the part after the last ":".
_hookwell_words() {
  local typed=$1 before='' word
  shift
  [[ $COMP_WORDBREAKS == *:* && $typed == *:* ]] && before=\${typed%:*}:
  for word in "$@"; do
    [[ $word == "$typed"* ]] && COMPREPLY+=("\${word#"$before"}")
  done
  # More is typed behind the beginning of a term (method:, header.).
  [[ \${#COMPREPLY[@]} == 1 && \${COMPREPLY[0]} == *[:.] ]] && compopt -o nospace 2>/dev/null
  return 0
}

_hookwell_files() {
  local file
  if ! compopt -o default 2>/dev/null; then
    while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$1")
  fi
  return 0
}

# Fails if the option takes no value.
_hookwell_value() {
  local index before=$3
  [[ $COMP_WORDBREAKS == *=* ]] && before=''
  case $1 in
${cases(values(commands), (value) => completing(value, '$2'), 4)}
    *) return 1 ;;
  esac
  for index in "\${!COMPREPLY[@]}"; do COMPREPLY[index]=$before\${COMPREPLY[index]}; done
  return 0
}

# The place of the next operand behind these words, of which the first ones are the command itself.
_hookwell_place() {
  local command=$1 place=1 option='' word
  shift 2
  [[ $command == *' '* ]] && shift
  shift
  for word in "$@"; do
    if [[ -n $option ]]; then
      option=''
    elif [[ $word != -* ]]; then
      ((place++))
    elif _hookwell_takes_value "$command $word"; then
      option=$word
    fi
  done
  printf %s "$place"
}

_hookwell_takes_value() {
  case $1 in
${cases(values(commands), () => ['return 0'], 4)}
    *) return 1 ;;
  esac
}

_hookwell_operand() {
  case $1 in
${cases(operands(commands), (value) => completing(value, '$2'), 4)}
    *) ;;
  esac
}

_hookwell_options() {
  case $1 in
${cases(options(commands), (names) => [`_hookwell_words "$2" ${names.join(' ')}`], 4)}
    *) ;;
  esac
}

complete -F _hookwell hookwell
`;
}

type Case<Value> = readonly [pattern: string, value: Value];

/** Patterns with the same lines share them. */
function cases<Value>(
  all: readonly Case<Value>[],
  body: (value: Value) => readonly string[],
  indent: number,
): string {
  const margin = ' '.repeat(indent);
  const byText = Map.groupBy(all, ([, value]) =>
    body(value)
      .map((line) => `${margin}  ${line}`)
      .join('\n'),
  );
  return Array.from(byText, ([text, same]) => {
    const patterns = same.map(([pattern]) => pattern).join(` | \\\n${margin}`);
    return `${margin}${patterns})\n${text}\n${margin}  ;;`;
  }).join('\n');
}

function values(commands: readonly CompletedCommand[]): Case<Candidates>[] {
  return commands.flatMap(({ name, options }) =>
    options.flatMap((option) =>
      option.value === undefined ? [] : [[`'${name} --${option.name}'`, option.value] as const],
    ),
  );
}

/** The candidates for each operand, by its command and place. */
function operands(commands: readonly CompletedCommand[]): Case<Candidates>[] {
  return commands.flatMap(({ name, operands }) =>
    operands.flatMap(({ isRepeatable, placeholder: _, ...operand }, index) => {
      if (operand.kind === 'nothing') return [];
      const place = index + 1;
      return [[isRepeatable ? `'${name} '[${place}-9]*` : `'${name} ${place}'`, operand] as const];
    }),
  );
}

function options(commands: readonly CompletedCommand[]): Case<string[]>[] {
  return commands.map(({ name, options }) => [
    `'${name}'`,
    options.map((option) => `--${option.name}`),
  ]);
}

function completing(value: Candidates, typed: string): string[] {
  if (value.kind === 'words') return [`_hookwell_words "${typed}" ${value.words.join(' ')}`];
  return [value.kind === 'files' ? `_hookwell_files "${typed}"` : ':'];
}
