# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#
# What `cmake --install` puts where. Everything is relative to the prefix, so an installed tree can be moved.
# test/install/run.sh builds outside projects against the result.
include(CMakePackageConfigHelpers)

set(SYNCFLOW_INSTALL_CMAKEDIR ${CMAKE_INSTALL_LIBDIR}/cmake/SyncFlow)

install(FILES LICENSE notice.md TYPE DOC)

# --- runtime: no LLVM in sight ------------------------------------------------------------------------------------------
set_target_properties(SyncFlowRuntime PROPERTIES EXPORT_NAME Runtime)
set_target_properties(SyncFlowKernels PROPERTIES EXPORT_NAME Kernels)
install(TARGETS SyncFlowRuntime SyncFlowKernels EXPORT SyncFlowRuntimeTargets
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT SyncFlowRuntimeTargets NAMESPACE SyncFlow:: DESTINATION ${SYNCFLOW_INSTALL_CMAKEDIR})
install(DIRECTORY include/SyncFlow/ABI DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/SyncFlow)
install(DIRECTORY runtime/include/ runtime/kernels/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX
           BASE_DIRECTORY "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" OUTPUT_VARIABLE SYNCFLOW_PC_PREFIX)
configure_file(cmake/syncflow.pc.in ${PROJECT_BINARY_DIR}/syncflow.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/syncflow.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# --- compiler -----------------------------------------------------------------------------------------------------------
# Every static library below a folder, so that a new pass library is exported without being listed here.
function(syncflow_static_libraries folder out)
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  set(found)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
      list(APPEND found ${target})
    endif()
  endforeach()
  foreach(subfolder IN LISTS folders)
    syncflow_static_libraries(${subfolder} below)
    list(APPEND found ${below})
  endforeach()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

if(SYNCFLOW_ENABLE_COMPILER)
  syncflow_static_libraries(${PROJECT_SOURCE_DIR}/lib SYNCFLOW_COMPILER_LIBRARIES)

  # The two targets that other compilers name. NDEBUG is not a choice there either: libMLIR is built without
  # assertions, and some MLIR classes have another layout with them.
  add_library(SyncFlowDialect INTERFACE)
  set_target_properties(SyncFlowDialect PROPERTIES EXPORT_NAME Dialect)
  target_link_libraries(SyncFlowDialect INTERFACE SyncFlowIR)
  target_compile_features(SyncFlowDialect INTERFACE cxx_std_20)
  target_compile_definitions(SyncFlowDialect INTERFACE NDEBUG)
  target_include_directories(SyncFlowDialect SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
  add_library(SyncFlowPasses INTERFACE)
  set_target_properties(SyncFlowPasses PROPERTIES EXPORT_NAME Passes)
  target_link_libraries(SyncFlowPasses INTERFACE SyncFlowDialect ${SYNCFLOW_COMPILER_LIBRARIES})

  install(TARGETS SyncFlowDialect SyncFlowPasses ${SYNCFLOW_COMPILER_LIBRARIES} EXPORT SyncFlowCompilerTargets
          INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT SyncFlowCompilerTargets NAMESPACE SyncFlow:: DESTINATION ${SYNCFLOW_INSTALL_CMAKEDIR})
  install(DIRECTORY include/SyncFlow DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
          FILES_MATCHING PATTERN "*.h" PATTERN "*.td")
  install(DIRECTORY ${PROJECT_BINARY_DIR}/include/SyncFlow DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
          FILES_MATCHING PATTERN "*.h.inc")
  foreach(tool sflow-opt sflow-run sflow-lsp-server)
    if(TARGET ${tool})
      install(TARGETS ${tool})
    endif()
  endforeach()
  if(TARGET SyncFlowPlugin)
    install(TARGETS SyncFlowPlugin DESTINATION ${CMAKE_INSTALL_LIBDIR})
  endif()
endif()

# --- find_package(SyncFlow) ---------------------------------------------------------------------------------------------
set(SYNCFLOW_INSTALL_PLUGIN ${CMAKE_INSTALL_LIBDIR}/SyncFlowPlugin${CMAKE_SHARED_MODULE_SUFFIX})
configure_package_config_file(cmake/SyncFlowConfig.cmake.in ${PROJECT_BINARY_DIR}/SyncFlowConfig.cmake
                              INSTALL_DESTINATION ${SYNCFLOW_INSTALL_CMAKEDIR}
                              PATH_VARS SYNCFLOW_INSTALL_PLUGIN)
# Before 1.0 a minor version may change anything.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/SyncFlowConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/SyncFlowConfig.cmake ${PROJECT_BINARY_DIR}/SyncFlowConfigVersion.cmake
        DESTINATION ${SYNCFLOW_INSTALL_CMAKEDIR})
