# Checked against "greenroomctl COMMAND --help" by tests/desktop/DesktopFilesTest.

# A command a line: its words, what follows it (the last "..." any number), and what it does.
set -g __greenroomctl_commands \
    'list: dir: All actors in a storage folder' \
    'show: dir actor: Everything about one actor' \
    'alarms: dir: All pending alarms, soonest first' \
    'find: dir term...: Actors that fit' \
    'kv list: dir actor: An actor\'s key-values in key order' \
    'kv get: dir actor any: The bytes of one value' \
    'kv export: dir actor: An actor\'s key-values as JSON Lines' \
    'state: dir actor: An actor\'s state, input and planned calls' \
    'queue: dir actor: The messages that wait in an actor\'s queue' \
    'workflow: dir actor: The history of an actor\'s workflow' \
    'connections: dir actor: An actor\'s connections' \
    'traces: dir actor: The spans and events that an actor has stored' \
    'db tables: dir actor: Tables, views, indexes, triggers' \
    'db rows: dir actor any: The rows of a table or view' \
    'db query: dir actor any: What an SQL statement that only reads gives' \
    'db export: dir actor file: The database as a file, or one table as CSV or JSON' \
    'export: dir actor file: All there is to an actor, as one bundle file' \
    'run: dir: Run the folder\'s actors' \
    'create: dir any: Make an actor' \
    'wake: dir actor: Start an actor once, to see that it starts' \
    'sleep: dir actor: Mark an actor as asleep whose program ended uncleanly' \
    'destroy: dir actor...: Remove actors for good' \
    'alarm set: dir actor when: Set an actor\'s alarm' \
    'alarm cancel: dir actor: Forget an actor\'s pending alarm' \
    'alarm fire: dir actor: Let an actor answer its pending alarm now' \
    'kv put: dir actor any any: Store a value under a key' \
    'kv delete: dir actor any...: Remove keys' \
    'state set: dir actor any: Change an actor\'s state' \
    'import: dir file: Make an actor of a bundle'

# The options that take a value.
set -g __greenroomctl_valued --name --limit --cursor --prefix --skip --table --format --plugin \
    --plugins --wake --durability --key --input --file --as

# Prints the command that is typed, the one with the most words; nothing while there is none.
function __greenroomctl_command
    set -l words (commandline -opc)[2..-1]
    for count in 2 1
        test (count $words) -ge $count; or continue
        set -l typed (string join ' ' -- $words[1..$count])
        for line in $__greenroomctl_commands
            if test (string split -m1 -f1 : -- $line) = $typed
                echo $typed
                return
            end
        end
    end
end

function __greenroomctl_is
    contains -- (__greenroomctl_command) $argv
end

# Prints the words behind the command that are no options, those before the cursor.
function __greenroomctl_words
    set -l words (commandline -opc)[2..-1]
    set -l skip (count (string split ' ' -- (__greenroomctl_command)))
    set -e words[1..$skip]
    set -l is_value no
    set -l is_ended no
    for word in $words
        if test $is_value = yes
            set is_value no
        else if test $is_ended = no -a "$word" = --
            set is_ended yes
        else if test $is_ended = no; and string match -q -- '--*' $word
            contains -- $word $__greenroomctl_valued; and set is_value yes
        else
            printf '%s\n' $word
        end
    end
end

# Whether what is at the cursor is called $argv in the command's line.
function __greenroomctl_at
    set -l command (__greenroomctl_command)
    test -n "$command"; or return 1
    for line in $__greenroomctl_commands
        set -l fields (string split -m2 ': ' -- $line)
        test $fields[1] = $command; or continue
        set -l places (string split ' ' -- $fields[2])
        set -l at (math (count (__greenroomctl_words)) + 1)
        if test $at -gt (count $places)
            string match -q -- '*...' $places[-1]; or return 1
            set at -1
        end
        test (string replace ... '' -- $places[$at]) = $argv[1]
        return
    end
    return 1
end

# The first words of commands, or the second ones.
function __greenroomctl_next_words
    set -l words (commandline -opc)[2..-1]
    for line in $__greenroomctl_commands
        set -l fields (string split -m2 ': ' -- $line)
        set -l command (string split ' ' -- $fields[1])
        if test (count $words) -eq 0
            if test (count $command) -eq 1
                printf '%s\t%s\n' $command $fields[3]
            else if test $command[1] != state
                echo $command[1]
            end
        else if test (count $words) -eq 1 -a (count $command) -eq 2; and test $command[1] = $words[1]
            printf '%s\t%s\n' $command[2] $fields[3]
        end
    end
end

# The actors of the folder: NAME/KEYPART/..., or the id where that holds what cannot be shown. With a
# name typed already, those of that name.
function __greenroomctl_actors
    set -l folder (string replace -r '^~/' $HOME/ -- (__greenroomctl_words)[1])
    test -n "$folder"; or return
    set -l limit --limit 300
    set -l typed (commandline -ct)
    if string match -q -- '*/*' "$typed"; and not string match -qr -- '[\\\\\'"=]' "$typed"
        set -a limit --name (string split -m1 -f1 / -- $typed)
    end
    timeout 3 (commandline -opc)[1] list $folder --json $limit 2>/dev/null | LC_ALL=C awk '
        { gsub(/\\\\\\\\/, "\\002"); gsub(/\\\\"/, "\\001") }
        !match($0, /"actorId":"[^"\\\\]*"/) { next }
        { path = substr($0, RSTART + 11, RLENGTH - 12) }
        match($0, /"key":\\[("[^"\\\\]*"(,"[^"\\\\]*")*)?\\],"name":"[^"\\\\]*"/) {
            key = substr($0, RSTART + 7, RLENGTH - 8)
            path = substr(key, match(key, /\\],"name":"[^"]*$/) + 10)
            key = substr(key, 1, RSTART - 1)
            gsub(/\\//, "\\\\/", key)
            gsub(/""/, "\\"\\\\0\\"", key)
            gsub(/","/, "/", key)
            if (key != "") path = path "/" substr(key, 2, length(key) - 2)
            gsub(/\\001/, "\\"", path)
            gsub(/\\002/, "\\\\\\\\\\\\\\\\", path)
        }
        { print path }'
end

function __greenroomctl_names
    __greenroomctl_actors | string match -rv '^[0-9a-f]{16}$' | string replace -r '/.*' '' |
        string match -v '*\\\\*' | sort -u
end

complete -c greenroomctl -f
complete -c greenroomctl -n 'test (count (commandline -opc)) -lt 3' -a '(__greenroomctl_next_words)'
complete -c greenroomctl -n '__greenroomctl_at dir' \
    -a '(__fish_complete_directories (commandline -ct) "storage folder")'
complete -c greenroomctl -n '__greenroomctl_at file' -F
complete -c greenroomctl -n '__greenroomctl_at actor' -a '(__greenroomctl_actors)'
complete -c greenroomctl -n '__greenroomctl_at when' -a '+5s +3min +2h +1d'
complete -c greenroomctl -n '__greenroomctl_at term' -a 'name: key: id: status:running \
    status:sleeping "status:not started" "status:stopped uncleanly" status:destroyed status:damaged \
    alarm:any alarm:none alarm:overdue kv: state.'

complete -c greenroomctl -s h -l help -d 'Print the help'
complete -c greenroomctl -n 'test (count (commandline -opc)) -eq 1' -l version -d 'Print the version'

# __greenroomctl_option OPTION COMMANDS: the rest describes the option.
function __greenroomctl_option
    set -l of (string join ' ' -- (string escape -- (string split , -- $argv[2])))
    complete -c greenroomctl -n "__greenroomctl_is $of" -l $argv[1] $argv[3..-1]
end
__greenroomctl_option json 'list,show,alarms,find,kv list,kv get,state,queue,workflow,connections,traces,db tables,db rows,db query,export,run,create,wake,sleep,destroy,alarm set,alarm cancel,alarm fire,kv put,kv delete,state set,import' -d 'Print JSON for programs'
__greenroomctl_option name list -xa '(__greenroomctl_names)' -d 'Only actors of this name'
__greenroomctl_option limit 'list,kv list,db rows,db query' -x -d 'At most so many'
__greenroomctl_option cursor list -x -d 'Continue behind this actor'
__greenroomctl_option prefix 'kv list,kv export' -x -d 'Only keys that start with these bytes'
__greenroomctl_option reverse 'kv list' -d 'From the last key to the first'
__greenroomctl_option with-secrets 'kv list,kv get,kv export,export' -d 'Take the inspector token along'
__greenroomctl_option text 'kv get,kv put,kv delete' -d 'The key is a user\'s own key as text'
__greenroomctl_option raw 'kv put,kv delete' -d 'Allow keys that are not a user\'s'
__greenroomctl_option hex 'kv put,state set' -d 'The value is hexadecimal digits'
__greenroomctl_option file 'kv put,state set' -rF -d 'Take the value from this file'
__greenroomctl_option sql 'db tables' -d 'Print what made each'
__greenroomctl_option check 'db tables' -d 'Check the database\'s integrity'
__greenroomctl_option skip 'db rows,db query' -x -d 'Leave out the first rows'
__greenroomctl_option csv 'db rows,db query' -d 'Print CSV, whole values'
__greenroomctl_option table 'db export' -x -d 'Only this table or view'
__greenroomctl_option format 'db export' -xa 'csv json' -d 'Of a table'
__greenroomctl_option plugin 'run,wake,alarm fire' -rF -d 'Load this library of actors'
__greenroomctl_option plugins 'run,wake,alarm fire' -xa '(__fish_complete_directories (commandline -ct))' -d 'Load all libraries in this folder'
__greenroomctl_option demo run -d 'Load the demo actors, make some and wake them'
__greenroomctl_option wake run -xa '(__greenroomctl_actors)' -d 'Wake this actor at the start'
__greenroomctl_option durability run -xa 'process\t"a crash of the program" power\t"a power cut as well"' -d 'What key-values survive'
__greenroomctl_option key 'create,import' -x -d 'A part of its key'
__greenroomctl_option input create -x -d 'What it is given to begin with'
__greenroomctl_option yes destroy -d 'Do not ask'
__greenroomctl_option as import -x -d 'Give it another name and key'
__greenroomctl_option replace import -d 'Replace an actor of that name and key'
functions -e __greenroomctl_option
