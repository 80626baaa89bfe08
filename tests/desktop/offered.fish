# offered.fish COMPLETIONS FOLDER <LINES: as offered.bash, by fish.
for file in $argv[1]/*.fish
    source $file
end
cd $argv[2]
while read -l line
    echo "== $line"
    complete -C "$line" | string replace -r '\t.*' ''
end
