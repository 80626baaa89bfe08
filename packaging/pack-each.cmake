# Read by CPack once for each form.
if(CPACK_GENERATOR MATCHES "^(DEB|RPM)$")
    # The distribution has Qt.
    set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
    set(CPACK_COMPONENTS_ALL app)
    set(CPACK_${CPACK_GENERATOR}_COMPONENT_INSTALL ON)
    set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
elseif(CPACK_GENERATOR MATCHES "^(TGZ|External)$")
    # One tree of two components.
    list(GET CPACK_INSTALL_CMAKE_PROJECTS 0 build)
    set(CPACK_INSTALL_CMAKE_PROJECTS
        "${build};Greenroom;app;/" "${build};Greenroom;bundle;/")
    set(CPACK_MONOLITHIC_INSTALL ON)
    set(CPACK_PACKAGING_INSTALL_PREFIX /)
    string(TOLOWER ${CPACK_SYSTEM_NAME} system)
    execute_process(COMMAND uname -m OUTPUT_VARIABLE machine OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(CPACK_PACKAGE_FILE_NAME
        ${CPACK_PACKAGE_NAME}-${CPACK_PACKAGE_VERSION}-${system}-${machine})
    set(CPACK_EXTERNAL_ENABLE_STAGING ON)
    set(CPACK_EXTERNAL_PACKAGE_SCRIPT ${CPACK_GREENROOM_PACKAGING}/pack-run.cmake)
endif()
