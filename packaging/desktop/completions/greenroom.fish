# Checked against "greenroom --help" by tests/desktop/DesktopFilesTest.
complete -c greenroom -f -a '(__fish_complete_directories (commandline -ct) "storage folder")'
complete -c greenroom -l run -d "Run the folder's actors instead of only looking at it"
complete -c greenroom -l plugin -rF -d 'Load a library with actors, to run them'
complete -c greenroom -l demo -d 'Run actors made for watching'
complete -c greenroom -l open -d 'Ask for the folder, with the folder chooser open at once'
complete -c greenroom -l new-window -d 'Open a window of its own'
complete -c greenroom -l selftest -d 'Check that everything Greenroom needs is here and works'
complete -c greenroom -l smoke -d 'Open the window on FOLDER, paint it, print how long, and end'
complete -c greenroom -s h -l help -d 'Print the help'
complete -c greenroom -s v -l version -d 'Print the version'
