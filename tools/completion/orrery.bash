# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

# Completion of the command line in bash: source this file, or install it as
# /usr/share/bash-completion/completions/orrery. It asks the program itself, so it is never out of date.

_orrery() {
    local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]}
    local choices
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        choices=$("$program" --help 2>/dev/null | sed -n 's/^  orrery \([a-z]*\).*/\1/p')
    elif [[ $word == --* ]]; then
        choices=$("$program" "$command" --help 2>/dev/null | grep -o -- '^  --[a-z-]*')
    else
        case $command in
        games | play | selfplay | arena | train | balance | bench | cards)
            ((COMP_CWORD == 2)) && choices=$("$program" games --names 2>/dev/null)
            ;;
        admin)
            ((COMP_CWORD == 2)) && choices=$("$program" admin --help 2>/dev/null |
                sed -n 's/^\([a-z]\{1,\}\) .*  .*/\1/p')
            ;;
        esac
    fi
    if [[ -n $choices ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}

complete -o filenames -F _orrery orrery
