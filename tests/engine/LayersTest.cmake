# The order of the rooms, where the compiler alone does not show it: by the headers that sources
# include, and by what a program linked from the whole engine needs. Run with
#   cmake -DROOT=<source folder> -DPROGRAM=<a test of the engine> -P LayersTest.cmake
cmake_minimum_required(VERSION 3.25)

set(faults 0)

# No source below FOLDER includes a header that matches PATTERN.
function(forbid folder pattern why)
    file(GLOB_RECURSE sources ${ROOT}/${folder}/*.cpp ${ROOT}/${folder}/*.h)
    foreach(source IN LISTS sources)
        file(STRINGS ${source} found REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"](${pattern})[>\"]")
        if(found)
            message("${source}: ${found}: ${why}")
            math(EXPR faults "${faults} + 1")
        endif()
    endforeach()
    set(faults ${faults} PARENT_SCOPE)
endfunction()

# No source below FOLDER includes one of OTHER's own headers.
function(forbid_room folder other)
    file(GLOB_RECURSE headers RELATIVE ${ROOT}/${other} ${ROOT}/${other}/*.h)
    list(TRANSFORM headers REPLACE "^.*/" "")
    list(JOIN headers "|" pattern)
    if(pattern)
        string(REPLACE "." "\\." pattern "${pattern}")
        forbid(${folder} "([^>\"]*/)?(${pattern})" "${folder} must not know ${other}")
    endif()
    set(faults ${faults} PARENT_SCOPE)
endfunction()

set(sql "(QtSql/.*|QSql[A-Za-z]*)")
set(gui "(Qt(Gui|Widgets|Svg)(/.*)?|Q(Widget|MainWindow|Dialog|Action|Icon|Pixmap|Image|Painter|Color|Font|Window|GuiApplication|Application|Clipboard|Palette|StandardItem[A-Za-z]*|Svg[A-Za-z]*|Shortcut|Label|(Table|Tree|List|Header|Graphics|AbstractItem)View|Style[A-Za-z]*))")

forbid(ui "${sql}" "the window knows no SQL")
forbid(app "${sql}" "the program knows no SQL")
forbid(engine "${gui}" "the engine has no window")
set(rooms core codec storage sdk runtime source text inspect)
set(later ${rooms})
foreach(room IN LISTS rooms)
    list(POP_FRONT later)
    foreach(other IN LISTS later)
        forbid_room(engine/${room} engine/${other})
    endforeach()
    if(NOT room STREQUAL "storage")
        forbid(engine/${room} "${sql}" "SQL belongs to storage")
    endif()
endforeach()
# What a plugin is built against is no more than it needs.
forbid_room(engine/sdk engine/codec)
forbid_room(engine/sdk engine/storage)
forbid_room(engine/text engine/storage)
forbid_room(engine/text engine/runtime)
forbid_room(engine/inspect engine/runtime)
forbid_room(engine ui)
forbid_room(engine app)
forbid_room(ui app)
forbid_room(ui engine/storage)
forbid_room(ui engine/runtime)

# Hosts without readelf only get the checks above.
find_program(READELF readelf)
if(READELF)
    execute_process(COMMAND ${READELF} -d ${PROGRAM}
        OUTPUT_VARIABLE dynamic RESULT_VARIABLE failed)
    if(failed OR NOT dynamic MATCHES "libQt6Core")
        message(FATAL_ERROR "readelf tells nothing of ${PROGRAM}")
    endif()
    if(dynamic MATCHES "libQt6(Gui|Widgets|Svg)")
        message("${PROGRAM}: linked to ${CMAKE_MATCH_0}")
        math(EXPR faults "${faults} + 1")
    endif()
endif()

if(faults GREATER 0)
    message(FATAL_ERROR "${faults} dependencies point the wrong way")
endif()
