# Run by CPack for the form External: makes of the staged tree a .run that unpacks and installs itself
# for one user. gzip, for a small system has nothing else.
find_program(MAKESELF makeself REQUIRED)
set(packed ${CPACK_PACKAGE_DIRECTORY}/${CPACK_PACKAGE_FILE_NAME}.run)
string(TIMESTAMP today "%Y-%m-%d" UTC) # that of SOURCE_DATE_EPOCH
set(at --packaging-date ${today}
    --tar-extra "--owner=0 --group=0 --numeric-owner --sort=name --mtime=@$ENV{SOURCE_DATE_EPOCH}")
execute_process(
    COMMAND ${MAKESELF} --nox11 --nowait --gzip --sha256 ${at}
        --help-header ${CPACK_GREENROOM_PACKAGING}/user/run-help
        ${CPACK_TEMPORARY_DIRECTORY} ${packed} "Greenroom ${CPACK_PACKAGE_VERSION}" ./install
    COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
set(CPACK_EXTERNAL_BUILT_PACKAGES ${packed})
