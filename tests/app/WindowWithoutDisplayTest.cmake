# Without a display the program says so and what to do, and --help and --version need none.
foreach(variable DISPLAY WAYLAND_DISPLAY QT_QPA_PLATFORM)
    unset(ENV{${variable}})
endforeach()

execute_process(COMMAND ${PROGRAM} RESULT_VARIABLE code ERROR_VARIABLE said)
if(NOT code EQUAL 1 OR NOT said MATCHES "no display" OR NOT said MATCHES "greenroomctl")
    message(FATAL_ERROR "without a display: exit code ${code}, said: ${said}")
endif()

foreach(option --help --version)
    execute_process(COMMAND ${PROGRAM} ${option} RESULT_VARIABLE code OUTPUT_VARIABLE said)
    if(NOT code EQUAL 0 OR NOT said MATCHES "greenroom")
        message(FATAL_ERROR "${option}: exit code ${code}, said: ${said}")
    endif()
endforeach()
