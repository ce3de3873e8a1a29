/** The shells that can complete. */
export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/**
 * What a shell runs to complete. Each script asks the command as it was called (as `npx pulumi-analytics`, the project's own) with
 * `completion <shell> -- <words>`, so that it never grows old.
 *
 * The answer's first line is `files`, `folders` or `none`: what the shell completes by itself. The others are candidates, each with a
 * description after a tab.
 */
export const scripts: Readonly<Record<Shell, string>> = {
  bash: `# Completion of pulumi-analytics for bash.

_pulumi_analytics() {
  local at=0 line kind=
  local -a call=("\${COMP_WORDS[0]}")
  if [[ \${call[0]##*/} == npx ]]; then
    while [[ \${COMP_WORDS[++at]} == -* ]]; do :; done
    # Another package's business.
    [[ \${COMP_WORDS[at]} == pulumi-analytics && at -lt COMP_CWORD ]] || return
    call=("\${call[0]}" --no-install pulumi-analytics)
  fi
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ -z $kind ]]; then kind=$line; else COMPREPLY+=("\${line%%$'\\t'*}"); fi
  done < <("\${call[@]}" completion bash -- "\${COMP_WORDS[@]:at+1:COMP_CWORD-at}" 2>/dev/null)
  # Bash 3 has no compopt, and goes on with files.
  case $kind in
    none) compopt +o default 2>/dev/null ;;
    folders) compopt +o default -o dirnames 2>/dev/null ;;
  esac
}

complete -o default -F _pulumi_analytics pulumi-analytics
complete -p npx >/dev/null 2>&1 || complete -o default -F _pulumi_analytics npx
`,

  zsh: `#compdef pulumi-analytics
# Completion of pulumi-analytics for zsh.

_pulumi_analytics() {
  local at=1 line
  local -a call lines described
  call=("\${(Q)words[1]}")
  if [[ \${call[1]:t} == npx ]]; then
    while [[ \${words[++at]} == -* ]]; do :; done
    # Another package's business.
    [[ \${words[at]} == pulumi-analytics ]] && (( at < CURRENT )) || { _default; return; }
    call=("\${call[1]}" --no-install pulumi-analytics)
  fi
  lines=("\${(@f)$("\${call[@]}" completion zsh -- "\${(@Q)words[at+1,CURRENT]}" 2>/dev/null)}")
  for line in "\${(@)lines[2,-1]}"; do
    # A colon ends the candidate.
    described+=("\${\${line%%$'\\t'*}//:/\\\\:}\${\${(M)line%%$'\\t'*}/$'\\t'/:}")
  done
  case \${lines[1]} in
    files) compset -P '--*='; _files ;;
    folders) compset -P '--*='; _files -/ ;;
    *) (( $#described )) && _describe -t pulumi-analytics pulumi-analytics described ;;
  esac
}

if [[ \${funcstack[1]} == _pulumi_analytics ]]; then
  _pulumi_analytics "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
  compdef _pulumi_analytics pulumi-analytics
  (( $+_comps[npx] )) || compdef _pulumi_analytics npx
fi
`,

  fish: `# Completion of pulumi-analytics for fish.

function __pulumi_analytics
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l call $words[1]
    set -l at 1
    if string match -qr '(^|/)npx$' -- $call
        set at (contains -i -- pulumi-analytics $words)
        set call $call --no-install pulumi-analytics
    end
    set -l lines ($call completion fish -- $words[(math $at + 1)..-1] "$current" 2>/dev/null)
    set -l option (string match -r -- '^--[^=]*=' $current)
    set -l path (string replace -r -- '^--[^=]*=' '' $current)
    switch "$lines[1]"
        case files
            __fish_complete_path $path | string replace -r -- '^' "$option"
        case folders
            __fish_complete_directories $path | string replace -r -- '^' "$option"
    end
    string join -- \\n $lines[2..-1]
end

complete -c pulumi-analytics -f -a '(__pulumi_analytics)'
complete -c npx -n 'contains -- pulumi-analytics (commandline -opc)' -f -a '(__pulumi_analytics)'
`,
};
