# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#
# cmake -DNAME=... -DSOURCE=... -DOUTPUT=... -P NameModule.cmake: the ops of SOURCE in a module of this name. Without the
# lines that end in "// the wait" when the name says so.
file(STRINGS ${SOURCE} lines)
set(text "module @${NAME} {\n")
foreach(line IN LISTS lines)
  if(NOT (NAME MATCHES "_without_waits$" AND line MATCHES "// the wait$"))
    string(APPEND text "${line}\n")
  endif()
endforeach()
file(WRITE ${OUTPUT} "${text}}\n")
