# Installs the component "sdk" alone, moves it, builds against it what its users would build - the
# demo actors, and the plugin as the README prints it - and loads the results.
cmake_minimum_required(VERSION 3.25)

function(run)
    execute_process(COMMAND ${ARGN}
        OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
    if(failed)
        list(JOIN ARGN " " command)
        message(FATAL_ERROR "${command}\n${output}")
    endif()
    set(output "${output}" PARENT_SCOPE)
endfunction()

# Builds the project in FOLDER with warnings as errors; the plugin it makes has these NAMES.
function(build_plugin folder plugin names)
    set(flags "-Wall -Wextra -Wpedantic -Werror")
    if(SANITIZE)
        string(APPEND flags " -fsanitize=${SANITIZE}")
    endif()
    cmake_path(GET folder FILENAME name)
    run(${CMAKE_COMMAND} -S ${folder} -B ${SCRATCH}/build-${name} -G ${GENERATOR}
        -DCMAKE_PREFIX_PATH=${SCRATCH}/sdk
        -DCMAKE_BUILD_TYPE=${CONFIG}
        -DCMAKE_CXX_COMPILER=${COMPILER}
        -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}
        -DCMAKE_CXX_FLAGS=${flags})
    run(${CMAKE_COMMAND} --build ${SCRATCH}/build-${name})
    run(${PLUGIN_NAMES} ${SCRATCH}/build-${name}/${plugin})
    if(NOT output STREQUAL "${names}")
        message(FATAL_ERROR "${plugin} defines\n${output}instead of\n${names}")
    endif()
endfunction()

# The block of the README whose first line is COMMENT, which names its file.
function(write_example comment file)
    file(READ ${ROOT}/README.md readme)
    string(FIND "${readme}" "\n${comment}\n" start)
    if(start EQUAL -1)
        message(FATAL_ERROR "The README has no block that begins with ${comment}")
    endif()
    string(SUBSTRING "${readme}" ${start} -1 block)
    string(FIND "${block}" "\n```" length)
    string(SUBSTRING "${block}" 0 ${length} block)
    file(WRITE ${file} "${block}\n")
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
run(${CMAKE_COMMAND} --install ${BUILD} --config ${CONFIG} --component sdk --prefix ${SCRATCH}/first)
file(RENAME ${SCRATCH}/first ${SCRATCH}/sdk)

file(GLOB_RECURSE texts ${SCRATCH}/sdk/*.cmake ${SCRATCH}/sdk/*.h)
foreach(text IN LISTS texts)
    file(READ ${text} content)
    if(content MATCHES "greenroom_flags|${SCRATCH}|${ROOT}/")
        message(FATAL_ERROR "${text} knows of this build: ${CMAKE_MATCH_0}")
    endif()
endforeach()

build_plugin(${ROOT}/app/demo plugins/greenroom/greenroom-demo-actors.so
    "chatty\ncounter\nflaky\nnapper\nreminder\n")

write_example("// Greeter.cpp" ${SCRATCH}/greeter/Greeter.cpp)
write_example("# CMakeLists.txt" ${SCRATCH}/greeter/CMakeLists.txt)
build_plugin(${SCRATCH}/greeter libgreeter.so "greeter\n")
