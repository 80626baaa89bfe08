# Completion of greenroom and greenroomctl for bash; needs nothing of the package bash-completion.
# Checked against the programs' --help by tests/desktop/DesktopFilesTest.

_greenroom_options='--run --plugin= --demo --open --new-window --selftest --smoke --help --version'

# A command of greenroomctl a line: its words, what follows it, and its options; those with = take a
# value.
_greenroom_commands='
list: dir: --name= --limit= --cursor= --json
show: dir actor: --json
alarms: dir: --json
find: dir term...: --json
kv list: dir actor: --prefix= --limit= --reverse --with-secrets --json
kv get: dir actor any: --text --with-secrets --json
kv export: dir actor: --prefix= --with-secrets
state: dir actor: --json
queue: dir actor: --json
workflow: dir actor: --json
connections: dir actor: --json
traces: dir actor: --json
db tables: dir actor: --sql --check --json
db rows: dir actor any: --limit= --skip= --csv --json
db query: dir actor any: --limit= --skip= --csv --json
db export: dir actor file: --table= --format=
export: dir actor file: --with-secrets --json
run: dir: --plugin= --plugins= --demo --wake= --durability= --json
create: dir any: --key= --input= --json
wake: dir actor: --plugin= --plugins= --json
sleep: dir actor: --json
destroy: dir actor...: --yes --json
alarm set: dir actor when: --json
alarm cancel: dir actor: --json
alarm fire: dir actor: --plugin= --plugins= --json
kv put: dir actor any any: --text --raw --hex --file= --json
kv delete: dir actor any...: --text --raw --json
state set: dir actor any: --hex --file= --json
import: dir file: --as= --key= --replace --json
'

# The words before the cursor as they were typed, in _words: bash has parted them at = and : too.
_greenroom_read_words() {
    local line=$COMP_LINE rest i word
    _words=()
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        rest=${line#"${line%%[![:space:]]*}"}
        if ((i > 0)) && [[ $rest == "$line" && -n $line ]]; then
            _words[${#_words[@]} - 1]+=$word
        else
            _words+=("$word")
        fi
        line=${rest#"$word"}
    done
}

# What the shell would make of the typed word $1, in _plain; the quote that is open, in _quote.
_greenroom_unquote() {
    local typed=$1 i c
    _plain='' _quote=''
    for ((i = 0; i < ${#typed}; i++)); do
        c=${typed:i:1}
        if [[ $_quote == "'" ]]; then
            [[ $c == "'" ]] && _quote='' || _plain+=$c
        elif [[ $c == \\ ]]; then
            if [[ $_quote == '"' && ${typed:i + 1:1} != [\"\\\$\`] ]]; then
                _plain+=$c
            else
                ((++i))
                _plain+=${typed:i:1}
            fi
        elif [[ $c == '"' ]]; then
            [[ $_quote == '"' ]] && _quote='' || _quote='"'
        elif [[ $c == "'" && -z $_quote ]]; then
            _quote="'"
        else
            _plain+=$c
        fi
    done
    [[ $typed != '~/'* ]] || _plain=$HOME${_plain#'~'}
}

# $1 as it has to be typed inside the quote that is open, in _typed.
_greenroom_quote() {
    local i c special="'"
    _typed=''
    case $_quote in
    "'")
        _typed=${1//"'"/"'\\''"}
        return
        ;;
    '"') special=$'"\\$`' ;;
    *) special=$' \t\n\\\'"`$&|;<>()*?[]{}!#~^' ;;
    esac
    for ((i = 0; i < ${#1}; i++)); do
        c=${1:i:1}
        [[ $special == *"$c"* ]] && _typed+=\\
        _typed+=$c
    done
}

# Offers those of the lines on standard input that begin with the word at the cursor.
_greenroom_offer() {
    local line _typed
    while IFS= read -r line; do
        if [[ $line == "$_plain"* ]]; then
            _greenroom_quote "$line"
            COMPREPLY+=("$_typed")
        fi
    done
}

# Offers folders (-d) or files (-f); readline quotes them.
_greenroom_files() {
    local line
    _quoted_by=readline
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do
        COMPREPLY+=("$line")
    done < <(compgen "$1" -- "$_plain")
}

# The actors of the folder $1, a line each: NAME/KEYPART/..., or the id where that holds what a shell
# cannot show. With a name typed already, those of that name.
_greenroom_actors() {
    local limit=(--limit 300)
    [[ $_plain == */* && $_plain != *\\* ]] && limit+=(--name "${_plain%%/*}")
    timeout 3 "$_program" list "$1" --json "${limit[@]}" 2>/dev/null | LC_ALL=C awk '
        { gsub(/\\\\/, "\002"); gsub(/\\"/, "\001") }
        !match($0, /"actorId":"[^"\\]*"/) { next }
        { path = substr($0, RSTART + 11, RLENGTH - 12) }
        match($0, /"key":\[("[^"\\]*"(,"[^"\\]*")*)?\],"name":"[^"\\]*"/) {
            key = substr($0, RSTART + 7, RLENGTH - 8)
            path = substr(key, match(key, /\],"name":"[^"]*$/) + 10)
            key = substr(key, 1, RSTART - 1)
            gsub(/\//, "\\/", key)
            gsub(/""/, "\"\\0\"", key)
            gsub(/","/, "/", key)
            if (key != "") path = path "/" substr(key, 2, length(key) - 2)
            gsub(/\001/, "\"", path)
            gsub(/\002/, "\\\\\\\\", path)
        }
        { print path }'
}

# The values of the option $1.
_greenroom_value() {
    case $1 in
    --format) _greenroom_offer <<<$'csv\njson' ;;
    --durability) _greenroom_offer <<<$'process\npower' ;;
    --plugins) _greenroom_files -d ;;
    --plugin | --file) _greenroom_files -f ;;
    --wake) _greenroom_offer < <(_greenroom_actors "$_dir") ;;
    --name) _greenroom_offer < <(_greenroom_actors "$_dir" |
        sed '/^[0-9a-f]\{16\}$/d; s:/.*::; /\\/d' | LC_ALL=C sort -u) ;;
    esac
}

_greenroom_terms() {
    [[ $_plain == status:* || $_plain == alarm:* ]] || compopt -o nospace 2>/dev/null
    _greenroom_offer <<'TERMS'
name:
key:
id:
status:running
status:sleeping
status:not started
status:stopped uncleanly
status:destroyed
status:damaged
alarm:any
alarm:none
alarm:overdue
kv:
state.
TERMS
}

# What is typed of a command's name, $_command, or the words that can follow.
_greenroom_command() {
    local last=$1 words
    _greenroom_unquote "${_words[last]}"
    if ((last > 1)); then
        words="s/^${_words[1]//[!a-z]/} \([a-z]*\):.*/\1/p"
    elif [[ $_plain == -* ]]; then
        _greenroom_offer <<<$'--help\n--version'
        return
    else
        words='s/^\([a-z]*\).*:.*:.*/\1/p'
    fi
    ((last > 2)) ||
        _greenroom_offer < <(sed -n "$words" <<<"$_greenroom_commands" | LC_ALL=C sort -u)
}

# A word that is no option, in the place that is called $1.
_greenroom_place() {
    case ${1%...} in
    dir) _greenroom_files -d ;;
    file) _greenroom_files -f ;;
    actor) _greenroom_offer < <(_greenroom_actors "$_dir") ;;
    term) _greenroom_terms ;;
    when) _greenroom_offer <<<$'+5s\n+3min\n+2h\n+1d' ;;
    esac
}

# bash replaces only what stands behind the last = or : of the word $1, if that is not quoted.
_greenroom_cut_replies() {
    local typed=${COMP_WORDS[COMP_CWORD]} i _typed
    [[ $typed == [:=] ]] && typed=
    [[ $1 == *"$typed" && $1 != "$typed" ]] || return 0
    _greenroom_unquote "${1%"$typed"}"
    _typed=$_plain
    [[ $_quoted_by == readline ]] || _greenroom_quote "$_plain"
    for i in "${!COMPREPLY[@]}"; do
        COMPREPLY[i]=${COMPREPLY[i]#"$_typed"}
    done
}

_greenroom() {
    local _words _plain _quote _program _dir='' _quoted_by=us
    local command='' takes=dir options=$_greenroom_options spec i at=0 ended='' word last behind
    COMPREPLY=()
    _greenroom_read_words
    _greenroom_unquote "${_words[0]}"
    _program=$_plain
    last=$((${#_words[@]} - 1))
    behind=1 # the first word that belongs to no command

    if [[ ${1##*/} != greenroom ]]; then
        # The command with the most words that were typed.
        for i in 2 1; do
            while ((last > i)) && IFS=: read -r spec takes options; do
                [[ -n $spec && ${_words[*]:1:i} == "$spec" ]] && command=$spec && break 2
            done <<<"$_greenroom_commands"
        done
        [[ -n $command ]] || { _greenroom_command "$last"; return; }
        options+=' --help'
        behind=$((i + 1))
    fi

    # Of the words before the cursor, those that are no options: how many, and the folder.
    for ((i = behind; i < last; i++)); do
        word=${_words[i]}
        if [[ -z $ended && $word == -- ]]; then
            ended=yes
        elif [[ -z $ended && $word == --* ]]; then
            [[ $word != *=* && " $options " == *" $word= "* ]] && ((++i))
        else
            _greenroom_unquote "$word"
            ((at++ == 0)) && _dir=$_plain
        fi
    done

    word=${_words[last]}
    if ((i > last)); then # the value of the option in front
        _greenroom_unquote "$word"
        _greenroom_value "${_words[last - 1]}"
    elif [[ -z $ended && $word == --*=* ]]; then
        spec=${word%%=*}
        word=${word#*=}
        _greenroom_unquote "$word"
        _greenroom_value "$spec"
    elif [[ -z $ended && $word == -* ]]; then
        _greenroom_unquote "$word"
        _greenroom_offer < <(printf '%s\n' ${options//=/})
    else
        _greenroom_unquote "$word"
        read -ra takes <<<"$takes"
        i=$((${#takes[@]} - 1))
        if ((at <= i)); then
            i=$at
        elif [[ ${takes[i]} != *... ]]; then
            i=
        fi
        [[ -z $i ]] || _greenroom_place "${takes[i]}"
        # "state set", where "state" is a command as well.
        [[ -z $command ]] || ((last > behind)) ||
            _greenroom_offer < <(
                sed -n "s/^$command \([a-z]*\):.*/\1/p" <<<"$_greenroom_commands")
    fi
    _greenroom_cut_replies "$word"
}
complete -F _greenroom greenroom greenroomctl
