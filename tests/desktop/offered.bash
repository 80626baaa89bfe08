# offered.bash COMPLETIONS FOLDER <LINES: in FOLDER, what bash offers for each line; a line of "== LINE" and
# a line for each offer.
. "$1"
cd "$2" || exit

compopt() { :; }

# Parts the line at the cursor as bash does.
split() {
    local i c quote='' word='' is_word=''
    COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDS=()
    for ((i = 0; i < ${#1}; i++)); do
        c=${1:i:1}
        if [[ -n $quote ]]; then
            word+=$c
            [[ $c == "$quote" ]] && quote=
        elif [[ $c == \\ ]]; then
            word+=${1:i:2} is_word=yes
            ((++i))
        elif [[ $c == [\"\'] ]]; then
            quote=$c word+=$c is_word=yes
        elif [[ $c == [\ :=] ]]; then
            [[ -z $is_word ]] || COMP_WORDS+=("$word")
            [[ $c == ' ' ]] || COMP_WORDS+=("$c")
            word='' is_word=''
        else
            word+=$c is_word=yes
        fi
    done
    [[ -z $is_word && $c != ' ' ]] || COMP_WORDS+=("$word")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
}

while IFS= read -r line; do
    split "$line"
    _greenroom "${COMP_WORDS[0]}"
    echo "== $line"
    printf '%s\n' "${COMPREPLY[@]}"
done
