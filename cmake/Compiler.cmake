# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#
# LLVM/MLIR 22 as packaged: one dylib each, RTTI on, exceptions and assertions off.
find_package(MLIR REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/mlir)
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR "SyncFlow needs LLVM/MLIR 22, found ${LLVM_PACKAGE_VERSION}: run scripts/install-deps.sh")
endif()
set(MLIR_LINK_MLIR_DYLIB ON)
set(LLVM_RUNTIME_OUTPUT_INTDIR ${CMAKE_BINARY_DIR}/bin)
set(LLVM_LIBRARY_OUTPUT_INTDIR ${CMAKE_BINARY_DIR}/lib)
set(LLVM_EXTERNAL_LIT ${LLVM_TOOLS_BINARY_DIR}/lit CACHE FILEPATH "lit")
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)

include(HandleLLVMOptions)
separate_arguments(LLVM_DEFINITIONS_LIST NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_definitions(${LLVM_DEFINITIONS_LIST})
# libMLIR is built without assertions; Pass::Statistic has another size with them.
add_definitions(-DNDEBUG)
include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
include_directories(${PROJECT_BINARY_DIR}/include)
set(CMAKE_BUILD_RPATH ${LLVM_LIBRARY_DIR} ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_INSTALL_RPATH ${LLVM_LIBRARY_DIR} "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")

# The precompiled header of all libraries of the compiler. ccache needs -fno-pch-timestamp and its pch sloppiness
# (scripts/lib/common.sh sets it).
option(SYNCFLOW_PRECOMPILED_HEADERS "Compile the common MLIR headers once" ON)
function(add_syncflow_precompiled_header)
  file(WRITE ${CMAKE_BINARY_DIR}/precompiled.cpp "")
  add_library(SyncFlowPrecompiled OBJECT ${CMAKE_BINARY_DIR}/precompiled.cpp)
  target_compile_options(SyncFlowPrecompiled PUBLIC -fno-exceptions "SHELL:-Xclang -fno-pch-timestamp" -fpch-instantiate-templates)
  target_precompile_headers(SyncFlowPrecompiled PRIVATE ${PROJECT_SOURCE_DIR}/lib/Precompiled.h)
endfunction()

# One library of the compiler: add_syncflow_library(NAME sources... DEPENDS targets... LINK libraries...)
function(add_syncflow_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK" ${ARGN})
  add_mlir_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS} PARTIAL_SOURCES_INTENDED EXCLUDE_FROM_LIBMLIR
                   DISABLE_INSTALL DEPENDS ${ARG_DEPENDS})
  mlir_target_link_libraries(${name} PUBLIC MLIRIR)
  set_property(GLOBAL APPEND PROPERTY SYNCFLOW_LIBS ${name})
  if(ARG_LINK)
    target_link_libraries(${name} PUBLIC ${ARG_LINK})
  endif()
  if(SYNCFLOW_PRECOMPILED_HEADERS)
    if(NOT TARGET SyncFlowPrecompiled)
      add_syncflow_precompiled_header()
    endif()
    target_compile_options(${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp" -fpch-instantiate-templates)
    target_precompile_headers(${name} REUSE_FROM SyncFlowPrecompiled)
  endif()
endfunction()
