# offered.zsh COMPLETIONS FOLDER <LINES: as offered.bash, by a zsh that believes in its terminal.
zmodload zsh/zpty zsh/zselect
typeset -F SECONDS
cd $2
export OFFERED=$(mktemp) FUNCTIONS=$(mktemp -d)
cp $1/greenroom.zsh $FUNCTIONS/_greenroom
setup=$(mktemp)
cat >$setup <<'SETUP'
PROMPT= PS2= RPROMPT=
setopt no_beep no_auto_list no_auto_menu
unset zle_bracketed_paste
fpath=($FUNCTIONS $fpath)
autoload -Uz compinit
compinit -u -D
# Also tells what is added to the offers.
compadd() {
    local -a hits
    if [[ " ${@[1,(i)(-|--)]} " != *' -'[OAD]' '* ]]; then
        builtin compadd -A hits "$@"
        (( $#hits )) && print -rl -- $hits >>$OFFERED
    fi
    builtin compadd "$@"
}
report() { print -r -- '== end' >>$OFFERED; comppostfuncs=(report) } # which zsh takes out
comppostfuncs=(report)
print -r -- '== begin' >>$OFFERED
SETUP

# until_told WORD: for ten seconds at most.
until_told() {
    local -F end=$(( SECONDS + 10 ))
    local piece
    while (( SECONDS < end )); do
        while zpty -r -t z piece; do :; done
        [[ $(<$OFFERED) == *"== $1"* ]] && return
        zselect -t 2
    done
    print -ru2 -- "zsh does not answer"
    exit 1
}

zpty -b z 'TERM=dumb zsh -f -i'
zpty -w z "source $setup"
until_told begin
while IFS= read -r line; do
    : >$OFFERED
    zpty -w -n z $'\C-U'"$line"$'\t'
    until_told end
    print -r -- "== $line"
    grep -v '^== ' $OFFERED | LC_ALL=C sort -u
done
zpty -d z
rm -rf $OFFERED $FUNCTIONS $setup
