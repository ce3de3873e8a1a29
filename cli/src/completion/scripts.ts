/** The shells that completions are written for. */
export const shells = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = (typeof shells)[number];

/*
 * Each script hands the words before the cursor to `pulumi-analytics complete`, the last one first and behind a `=`,
 * and offers the lines that it prints: a word, a tab, what it means. The line `:files` asks for names of files.
 */

/**
 * bash splits words at `=` and `:`, and replaces what stands behind the last of them. A name of a file may hold what
 * runs in a shell, so each word is quoted. Written for bash 3.2, which macOS has: it knows no compopt.
 */
const bash = `# Completions of pulumi-analytics for bash.
_pulumi_analytics() {
  local -a words=()
  local typed=\${COMP_LINE:0:COMP_POINT} line word
  read -a words <<< "$typed"
  if [[ $typed == *[!\\\\][[:space:]] || \${#words[@]} -lt 2 ]]; then words+=(""); fi
  local count=$(( \${#words[@]} - 1 ))
  local last=\${words[count]}
  local cut=\${last%"\${last##*[=:]}"}
  COMPREPLY=()
  while IFS= read -r line; do
    word=\${line%%$'\\t'*}
    if [[ $word == :files ]]; then
      while IFS= read -r word; do
        if [[ -d $word ]]; then word+=/; fi
        _pulumi_analytics_offer "$word"
      done < <(compgen -f -- "\${last#"$cut"}")
    else
      _pulumi_analytics_offer "\${word#"$cut"}"
    fi
  done < <("$1" complete "=$last" "\${words[@]:1:count-1}" 2>/dev/null)
}
_pulumi_analytics_offer() {
  if [[ $1 == *[=:/] ]]; then compopt -o nospace 2>/dev/null; fi
  local quoted
  printf -v quoted %q "$1"
  COMPREPLY+=("\${quoted/#\\\\~/~}")
}
complete -F _pulumi_analytics pulumi-analytics
`;

const zsh = `#compdef pulumi-analytics
# Completions of pulumi-analytics for zsh.
_pulumi_analytics() {
  local line word files
  local -a values beginnings
  local -a given=("\${(@Q)words[2,CURRENT-1]}")
  for line in "\${(@f)$("\${(Q)words[1]}" complete "=\${(Q)PREFIX}" "\${given[@]}" 2>/dev/null)}"; do
    word=\${line%%$'\\t'*}
    case $word in
      "") ;;
      :files) files=1 ;;
      *[=:]) beginnings+=("$word") ;;
      *) values+=("\${word//:/\\\\:}\${\${line#$word}/#$'\\t'/:}") ;;
    esac
  done
  local found=1
  (( $#values )) && _describe -t values value values && found=0
  (( $#beginnings )) && compadd -S "" -- "\${beginnings[@]}" && found=0
  [[ -n $files ]] && _files && found=0
  return found
}
if [[ $funcstack[1] == _pulumi_analytics ]]; then
  _pulumi_analytics "$@"
else
  compdef _pulumi_analytics pulumi-analytics
fi
`;

const fish = `# Completions of pulumi-analytics for fish.
function __pulumi_analytics_complete
    set -l words (commandline -opc)
    set -l last (commandline -ct)
    for line in (command $words[1] complete "=$last" $words[2..-1] 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path "$last"
        else
            echo $line
        end
    end
end
complete -c pulumi-analytics -f -a '(__pulumi_analytics_complete)'
`;

/**
 * Where the command has nothing to offer, PowerShell offers files by itself. It inserts a word as it is given, so what
 * a shell reads in it is quoted here; words that are typed already are passed without their quotes.
 */
const powershell = `# Completions of pulumi-analytics for PowerShell.
Register-ArgumentCompleter -Native -CommandName pulumi-analytics -ScriptBlock {
  param($last, $ast, $cursor)
  $words = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object {
    if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { "$_" }
  })
  $program = if ($words.Count -gt 0) { $words[0] } else { 'pulumi-analytics' }
  $before = @($words | Select-Object -Skip 1)
  $typed = $last.Trim([char[]]@(34, 39))
  & $program complete "=$typed" @before 2>$null | ForEach-Object {
    if ($_ -eq ':files') {
      [System.Management.Automation.CompletionCompleters]::CompleteFilename($last)
    } else {
      $word, $about = $_ -split "\`t", 2
      if (-not $about) { $about = $word }
      $written = $word
      if ($word -notmatch '^[\\p{L}\\p{N}_./:\\\\~-][\\p{L}\\p{N}_./:\\\\~=@#+-]*$') {
        $inner = [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($word)
        $written = "'$inner'"
      }
      [System.Management.Automation.CompletionResult]::new($written, $word, 'ParameterValue', $about)
    }
  }
}
`;

const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish, powershell };

/** The script that a shell reads when it starts. */
export const getScript = (shell: Shell): string => scripts[shell];
