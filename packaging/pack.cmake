# The packages, for CPack. Built and installed by tests/packaging: DEB, .run, .tar.gz. Built only: RPM.
# Never built yet: NSIS on Windows, DragNDrop on macOS.
set(CPACK_PACKAGE_NAME greenroom)
set(CPACK_PACKAGE_VENDOR "Greenroom")
set(CPACK_PACKAGE_CONTACT "The Greenroom founders <hello@greenroom.dev>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "desktop inspector and runtime for local actors")
set(CPACK_PACKAGE_DESCRIPTION
    "Greenroom opens the storage folder in which rivetkit keeps a project's actors
and shows each of them as it is, without waking it: its lifecycle, state,
alarms and key-values, down to the byte. It can run the actors as well, and
then they are watched live, woken, put to sleep and destroyed.
.
With it comes greenroomctl, which does the same on a command line.")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_SOURCE_DIR}/pack-each.cmake)
set(CPACK_GREENROOM_PACKAGING ${CMAKE_CURRENT_SOURCE_DIR})
set(CPACK_PACKAGE_EXECUTABLES greenroom Greenroom)
set(CPACK_COMPONENTS_ALL app)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
# Whatever the umask is.
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# A plugin is loaded by its name, so nothing in the programs tells that it is needed.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libqt6sql6-sqlite")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_SOURCE_DIR}/debian/postrm)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-wayland, fonts-dejavu-core | fonts-noto-core")

set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_LICENSE "Apache-2.0")
set(CPACK_RPM_PACKAGE_GROUP "Development/Tools")
set(CPACK_RPM_PACKAGE_REQUIRES "libqsqlite.so()(64bit)")
set(CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION
    /usr/share/applications /usr/share/metainfo /usr/share/man /usr/share/man/man1
    /usr/share/icons /usr/share/icons/hicolor /usr/share/bash-completion
    /usr/share/bash-completion/completions /usr/share/fish
    /usr/share/fish/vendor_completions.d /usr/share/zsh /usr/share/zsh/vendor-completions)

if(WIN32)
    set(CPACK_GENERATOR NSIS)
    set(CPACK_PACKAGE_INSTALL_DIRECTORY Greenroom)
    # CPack's installer is for 32 bits unless told so.
    set(CPACK_NSIS_DEFINES "Target amd64-unicode")
    set(CPACK_NSIS_DISPLAY_NAME "Greenroom ${PROJECT_VERSION}")
    set(CPACK_NSIS_INSTALLED_ICON_NAME bin\\\\greenroom.exe)
    set(CPACK_NSIS_URL_INFO_ABOUT ${PROJECT_HOMEPAGE_URL})
    set(CPACK_NSIS_ENABLE_UNINSTALL_BEFORE_INSTALL ON)
    set(CPACK_NSIS_MODIFY_PATH ON)
elseif(APPLE)
    set(CPACK_GENERATOR DragNDrop)
    set(CPACK_DMG_VOLUME_NAME "Greenroom ${PROJECT_VERSION}")
else()
    set(CPACK_GENERATOR DEB TGZ External)
endif()
if(WIN32 OR APPLE)
    set_target_properties(greenroom PROPERTIES
        WIN32_EXECUTABLE ON
        MACOSX_BUNDLE ON
        MACOSX_BUNDLE_BUNDLE_NAME Greenroom
        MACOSX_BUNDLE_GUI_IDENTIFIER dev.greenroom.Greenroom
        MACOSX_BUNDLE_SHORT_VERSION_STRING ${PROJECT_VERSION}
        MACOSX_BUNDLE_BUNDLE_VERSION ${PROJECT_VERSION})
    qt_generate_deploy_app_script(TARGET greenroom FILENAME_VARIABLE deploy_script
        NO_UNSUPPORTED_PLATFORM_ERROR)
    install(SCRIPT ${deploy_script})
endif()
include(CPack)
