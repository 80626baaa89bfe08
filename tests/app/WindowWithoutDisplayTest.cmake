# Where no window can be opened, whatever the reason, the program names it and the way out and ends
# with 1; and what needs no window works there. Run with
#   cmake -DPROGRAM=<greenroom> -DFOLDER=<a folder for this test> -DQT_PLUGINS=<Qt's plugins> -P …
cmake_minimum_required(VERSION 3.25)

set(ENV{LC_ALL} C.UTF-8)
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER}/runtime)
file(CHMOD ${FOLDER}/runtime PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
set(faults 0)

# What a start ends with and says; a complaint is one line.
function(check title)
    cmake_parse_arguments(ARG "" "CODE" "RUN;SAYS" ${ARGN})
    execute_process(
        COMMAND ${CMAKE_COMMAND} -E env --unset=DISPLAY --unset=WAYLAND_DISPLAY
            --unset=QT_QPA_PLATFORM --unset=QT_QPA_PLATFORM_PLUGIN_PATH --unset=XDG_SESSION_TYPE
            XDG_RUNTIME_DIR=${FOLDER}/runtime ${ARG_RUN}
        RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE errors TIMEOUT 30)
    set(fits TRUE)
    foreach(words IN LISTS ARG_SAYS)
        string(FIND "${output}${errors}" "${words}" place)
        if(place LESS 0)
            set(fits FALSE)
        endif()
    endforeach()
    string(REGEX REPLACE "\n$" "" said "${errors}")
    if(NOT code EQUAL ARG_CODE OR NOT fits OR (NOT output AND said MATCHES "\n"))
        message("${title}: exit code ${code}, said: ${output}${errors}")
        math(EXPR faults "${faults} + 1")
        set(faults ${faults} PARENT_SCOPE)
    endif()
endfunction()

check("no variable" CODE 1 RUN ${PROGRAM}
    SAYS "no display" "neither DISPLAY nor WAYLAND_DISPLAY" "greenroomctl")
check("a dead server" CODE 1 RUN DISPLAY=:77 ${PROGRAM}
    SAYS "no display" "nobody answers at DISPLAY=:77" "greenroomctl")
check("a dead compositor" CODE 1 RUN WAYLAND_DISPLAY=nothing ${PROGRAM}
    SAYS "no display" "WAYLAND_DISPLAY=nothing" "greenroomctl")
check("a dead compositor, named to Qt" CODE 1
    RUN WAYLAND_DISPLAY=nothing QT_QPA_PLATFORM=wayland ${PROGRAM} SAYS "greenroom: ")
check("a display that is none" CODE 1 RUN DISPLAY=nonsense ${PROGRAM} SAYS "DISPLAY=nonsense")
check("a platform that is none" CODE 1 RUN ${PROGRAM} -platform nonsense
    SAYS "no window system \"nonsense\"" "offscreen")
check("a platform that is none, by variable" CODE 1 RUN QT_QPA_PLATFORM=nonsense ${PROGRAM}
    SAYS "no window system \"nonsense\"" "QT_QPA_PLATFORM" "offscreen")
check("a smoke test" CODE 1 RUN DISPLAY=:77 ${PROGRAM} --smoke ${FOLDER} SAYS "no display")

# A copy of the program with plugins of its own, by a qt.conf beside it.
get_filename_component(name ${PROGRAM} NAME)
file(COPY ${PROGRAM} DESTINATION ${FOLDER}/bin)
file(WRITE ${FOLDER}/bin/qt.conf "[Paths]\nPrefix=..\nPlugins=plugins\n")
file(MAKE_DIRECTORY ${FOLDER}/plugins/platforms)
check("no platform plugin" CODE 1 RUN DISPLAY=:77 ${FOLDER}/bin/${name}
    SAYS "platform plugins are missing" "${FOLDER}")
check("no plugins, tested" CODE 1 RUN ${FOLDER}/bin/${name} --selftest
    SAYS "FAIL Qt's SQLite plugin is missing" "FAIL Qt's plugin for windows is missing" "${FOLDER}")
if(EXISTS ${QT_PLUGINS}/platforms/libqxcb.so)
    # One that needs a library which is not there.
    execute_process(COMMAND sed s/libQt6XcbQpa/libQt6XcbNot/g ${QT_PLUGINS}/platforms/libqxcb.so
        OUTPUT_FILE ${FOLDER}/plugins/platforms/libqxcb.so COMMAND_ERROR_IS_FATAL ANY)
    check("a plugin without its library" CODE 1 RUN DISPLAY=:77 ${FOLDER}/bin/${name}
        SAYS "\"xcb\" does not load" "libQt6XcbNot" "greenroomctl")
    check("a plugin without its library, tested" CODE 1 RUN ${FOLDER}/bin/${name} --selftest
        SAYS "FAIL windows by xcb" "libQt6XcbNot")
endif()

foreach(display DISPLAY=:77 DISPLAY=)
    check("--help, ${display}" CODE 0 RUN ${display} ${PROGRAM} --help
        SAYS "--run" "--plugin" "--demo" "--open" "--new-window" "--selftest" "--smoke"
            "greenroomctl" "Exit codes")
    check("--version, ${display}" CODE 0 RUN ${display} ${PROGRAM} --version SAYS "greenroom ")
    check("--selftest, ${display}" CODE 0 RUN ${display} ${PROGRAM} --selftest
        SAYS "ok   Greenroom" "ok   SQLite" "ok   an actor was made")
endforeach()
check("--version, no plugins" CODE 0 RUN ${FOLDER}/bin/${name} --version SAYS "greenroom ")
check("--selftest, no home" CODE 0 RUN HOME=/nonexistent XDG_CONFIG_HOME=/dev/null/nothing
    ${PROGRAM} --selftest SAYS "warn settings cannot be kept in /dev/null/nothing")
check("an unknown option" CODE 2 RUN ${PROGRAM} --nonsense SAYS "nonsense" "--help")
check("two folders" CODE 2 RUN ${PROGRAM} a b SAYS "2 were named" "--help")

# No socket is left behind by a start that came to nothing.
file(GLOB left ${FOLDER}/runtime/*)
if(left)
    message("left behind: ${left}")
    math(EXPR faults "${faults} + 1")
endif()
file(REMOVE_RECURSE ${FOLDER})
if(faults GREATER 0)
    message(FATAL_ERROR "${faults} of the program's starts without a window are wrong")
endif()
