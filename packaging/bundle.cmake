# The component "bundle": Qt and what else the portable forms carry, in lib/greenroom.
#
# RPATH rather than RUNPATH: the libraries and plugins of the bundle inherit it, so that none of them
# has to be patched. An installed Debian package has nothing in that folder but actors' plugins.
foreach(program greenroom greenroomctl)
    set_target_properties(${program} PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/greenroom")
    target_link_options(${program} PRIVATE -Wl,--disable-new-dtags)
endforeach()

get_filename_component(qt_plugins "${QT6_INSTALL_PREFIX}/${QT6_INSTALL_PLUGINS}" ABSOLUTE)
set(bundled_plugins
    iconengines/libqsvgicon.so
    imageformats/libqsvg.so
    platforminputcontexts/libcomposeplatforminputcontextplugin.so
    platforminputcontexts/libibusplatforminputcontextplugin.so
    platforms/libqminimal.so
    platforms/libqoffscreen.so
    platforms/libqwayland-generic.so
    platforms/libqxcb.so
    platformthemes/libqxdgdesktopportal.so
    sqldrivers/libqsqlite.so
    wayland-decoration-client/libbradient.so
    wayland-shell-integration/libxdg-shell.so)
foreach(plugin ${bundled_plugins})
    if(NOT EXISTS ${qt_plugins}/${plugin})
        # packaging/make installs them all; who only builds needs none.
        list(APPEND missing_plugins ${plugin})
        continue()
    endif()
    get_filename_component(folder ${plugin} DIRECTORY)
    string(MAKE_C_IDENTIFIER "bundled_${plugin}" target)
    add_library(${target} MODULE IMPORTED)
    set_target_properties(${target} PROPERTIES IMPORTED_LOCATION ${qt_plugins}/${plugin})
    install(IMPORTED_RUNTIME_ARTIFACTS ${target} RUNTIME_DEPENDENCY_SET greenroom_bundled
        LIBRARY DESTINATION lib/greenroom/qt/plugins/${folder} COMPONENT bundle)
endforeach()
if(missing_plugins)
    install(CODE "message(FATAL_ERROR \"Qt plugins to be bundled are missing: ${missing_plugins}. \
packaging/make installs the packages they are in.\")" COMPONENT bundle)
endif()

# Left to the host: what belongs to its C library, its compiler and its graphics driver; and expat,
# which every desktop has, for Debian's would ask for a newer C library than all the rest does.
install(RUNTIME_DEPENDENCY_SET greenroom_bundled
    PRE_EXCLUDE_REGEXES "^ld-linux" "^libc\\.so" "^libm\\.so" "^libdl\\.so" "^libpthread\\.so"
        "^librt\\.so" "^libresolv\\.so" "^libstdc\\+\\+\\.so" "^libgcc_s\\.so" "^libgbm" "^libdrm"
        "^libexpat\\.so"
    LIBRARY DESTINATION lib/greenroom COMPONENT bundle)

# In a folder of its own: beside the programs of the build tree it would mislead those.
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/bundle/qt.conf
    "[Paths]\nPrefix=../lib/greenroom/qt\nPlugins=plugins\n")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/bundle/qt.conf DESTINATION bin COMPONENT bundle)

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/doc/greenroom COMPONENT bundle)
install(CODE "execute_process(
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/licences
        \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/greenroom\"
        \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/share/doc/greenroom/licences\"
    COMMAND_ERROR_IS_FATAL ANY)" COMPONENT bundle)
configure_file(user/install.in user/install @ONLY)
configure_file(user/uninstall.in user/uninstall @ONLY)
install(PROGRAMS
    ${CMAKE_CURRENT_BINARY_DIR}/user/install ${CMAKE_CURRENT_BINARY_DIR}/user/uninstall
    DESTINATION . COMPONENT bundle)
