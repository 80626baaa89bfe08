#compdef greenroom greenroomctl
# Checked against the programs' --help by tests/desktop/DesktopFilesTest.

# The actors of the folder $1, as greenroomctl takes them: NAME/KEYPART/..., or the id where that holds
# what cannot be shown. With a name typed already, those of that name.
_greenroom_actors() {
    local folder=$1 expl
    local -a found limit=(--limit 300)
    [[ $PREFIX == */* && $PREFIX != *[\\\'\"]* ]] && limit+=(--name "${PREFIX%%/*}")
    found=("${(@f)$(timeout 3 ${(Q)_greenroom_program} list $folder --json $limit 2>/dev/null |
        LC_ALL=C awk '
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
        { print path }')}")
    [[ -n $found[1] ]] || return 1
    if [[ $2 == names ]]; then
        found=(${(u)${${found:#[0-9a-f](#c16)}%%/*}:#*\\*})
        _wanted names expl 'name of actors' compadd -a found
    else
        _wanted actors expl actor compadd -a found
    fi
}

_greenroom_terms() {
    local expl
    local -a whole=(
        status:{running,sleeping,'not started','stopped uncleanly',destroyed,damaged}
        alarm:{any,none,overdue})
    local -a begun=(name: key: id: kv: state.)
    _wanted terms expl term compadd -a whole
    _wanted terms expl term compadd -S '' -a begun
}

_greenroom_window() {
    _arguments -S \
        "--run[run the folder's actors instead of only looking at it]" \
        '*--plugin=[load a library with actors, to run them]:library:_files' \
        '--demo[run actors made for watching]' \
        '--open[ask for the folder, with the folder chooser open at once]' \
        '--new-window[open a window of its own]' \
        '(- *)--selftest[check that everything Greenroom needs is here and works]' \
        '(-)--smoke[open the window on FOLDER, paint it, print how long that took, and end]' \
        '(- *)'{-h,--help}'[print the help]' \
        '(- *)'{-v,--version}'[print the version]' \
        '1:storage folder:_files -/'
}

_greenroom_ctl() {
    local -a commands=(
        'list:all actors in a storage folder'
        'show:everything about one actor'
        'alarms:all pending alarms, soonest first'
        'find:actors that fit'
        'kv:key-values'
        "state:an actor's state, input and planned calls"
        "queue:the messages that wait in an actor's queue"
        "workflow:the history of an actor's workflow"
        "connections:an actor's connections"
        'traces:the spans and events that an actor has stored'
        "db:an actor's own SQL database"
        'export:all there is to an actor, as one bundle file'
        "run:run the folder's actors"
        'create:make an actor'
        'wake:start an actor once, to see that it starts'
        'sleep:mark an actor as asleep whose program ended uncleanly'
        'destroy:remove actors for good'
        'alarm:set, cancel or fire an alarm'
        'import:make an actor of a bundle')
    local -a kv=(
        "list:an actor's key-values in key order"
        'get:the bytes of one value'
        "export:an actor's key-values as JSON Lines"
        'put:store a value under a key'
        'delete:remove keys')
    local -a db=(
        'tables:tables, views, indexes, triggers'
        'rows:the rows of a table or view'
        'query:what an SQL statement that only reads gives'
        'export:the database as a file, or one table as CSV or JSON')
    local -a alarm=(
        "set:set an actor's alarm"
        "cancel:forget an actor's pending alarm"
        'fire:let an actor answer its pending alarm now')
    local -a state=("set:change an actor's state")

    if (( CURRENT == 2 )); then
        if [[ $PREFIX == -* ]]; then
            _arguments '(- *)'{-h,--help}'[print the help]' '(- *)--version[print the version]'
        else
            _describe -t commands command commands
        fi
        return
    fi
    local command=$words[2]
    case $command in
    kv | db | alarm)
        if (( CURRENT == 3 )); then
            _describe -t commands "command of $command" $command
            return
        fi
        command+=" $words[3]"
        ;;
    state)
        if (( CURRENT == 3 )); then
            _describe -t commands 'command of state' state
        elif [[ $words[3] == set ]]; then
            command='state set'
        fi
        ;;
    esac

    local json='--json[print JSON for programs]'
    local secrets='--with-secrets[take the inspector token along]'
    local prefix='--prefix=[only keys that start with these bytes]:hexadecimal: '
    local text="--text[the key is a user's own key as text]"
    local raw="--raw[allow keys that are not a user's]"
    local limit='--limit=[at most so many]:number: '
    local -a rows=($limit '--skip=[leave out the first]:number: ' '--csv[print CSV, whole values]' $json)
    local -a plugins=(
        '*--plugin=[load this library of actors]:library:_files'
        '*--plugins=[load all libraries in this folder]:folder:_files -/')
    local actor='2:actor:->actor'
    local -a specs
    case $command in
    list)
        specs=('--name=[only actors of this name]:name:->name' $limit
            '--cursor=[continue behind this actor]:id: ' $json) ;;
    show | state | queue | workflow | connections | traces | sleep | 'alarm cancel')
        specs=($actor $json) ;;
    alarms) specs=($json) ;;
    find) specs=('*:term:_greenroom_terms' $json) ;;
    'kv list')
        specs=($actor $prefix $limit '--reverse[from the last key to the first]' $secrets $json) ;;
    'kv get') specs=($actor '3:key: ' $text $secrets $json) ;;
    'kv export') specs=($actor $prefix $secrets) ;;
    'kv put')
        specs=($actor '3:key: ' '4:value: ' $text $raw '--hex[VALUE is hexadecimal digits]'
            '--file=[take the value from this file]:file:_files' $json) ;;
    'kv delete') specs=($actor '*:key: ' $text $raw $json) ;;
    'state set')
        specs=($actor '3:state: ' '--hex[STATE is CBOR as hexadecimal digits]'
            '--file=[take the state from this file]:file:_files' $json) ;;
    'db tables')
        specs=($actor '--sql[print what made each]' "--check[check the database's integrity]" $json) ;;
    'db rows') specs=($actor '3:table: ' $rows) ;;
    'db query') specs=($actor '3:SQL: ' $rows) ;;
    'db export')
        specs=($actor '3:file:_files' '--table=[only this table or view]:table: '
            '--format=[of a table]:format:(csv json)') ;;
    export) specs=($actor '3:file:_files' $secrets $json) ;;
    run)
        specs=($plugins '--demo[load the demo actors, make some and wake them]'
            '*--wake=[wake this actor at the start]:actor:->actor'
            '--durability=[what key-values survive]:what:((process\:"a crash of the program" power\:"a power cut as well"))'
            '--json[print one JSON object a line]') ;;
    create)
        specs=('2:name: ' '*--key=[a part of its key]:part: '
            '--input=[what it is given to begin with]:JSON: ' $json) ;;
    wake | 'alarm fire') specs=($actor $plugins $json) ;;
    destroy) specs=('*:actor:->actor' '--yes[do not ask]' $json) ;;
    'alarm set') specs=($actor '3:when:(+5s +3min +2h +1d)' $json) ;;
    import)
        specs=('2:bundle:_files' '--as=[give it another name and key]:name: '
            '*--key=[a part of its new key]:part: '
            '--replace[replace an actor of that name and key]' $json) ;;
    *) return 1 ;;
    esac

    # What follows the command, as if that were one word.
    local -a parts=(${=command})
    words=("$words[1]" "${(@)words[$#parts + 2,-1]}")
    (( CURRENT -= $#parts ))
    local curcontext=$curcontext line state_descr
    local -a state
    local -A opt_args
    _arguments -C -S '1:storage folder:_files -/' $specs \
        '(- *)'{-h,--help}"[print the command's help]" && return
    local folder=${(Q)line[1]}
    [[ $folder != '~/'* ]] || folder=$HOME/${folder#\~/}
    case $state[1] in
    actor) _greenroom_actors $folder ;;
    name) _greenroom_actors $folder names ;;
    esac
}

_greenroom() {
    setopt local_options extended_glob
    local _greenroom_program=$words[1]
    case $service in
    greenroom) _greenroom_window ;;
    *) _greenroom_ctl ;;
    esac
}

_greenroom "$@"
