# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#
# cmake -P Page.cmake OUTPUT TITLE [HEADING PART]...: one page of the generated parts, each under its heading.
# "-" for a title or heading: the part has its own.
set(arguments)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(index RANGE 3 ${last})
  list(APPEND arguments "${CMAKE_ARGV${index}}")
endforeach()
list(POP_FRONT arguments output title)
set(page "<!-- Made from the .td files of include/SyncFlow by the target docs. Edit those. -->\n\n")
if(NOT title STREQUAL "-")
  string(APPEND page "# ${title}\n\n")
endif()
while(arguments)
  list(POP_FRONT arguments heading part)
  file(READ ${part} text)
  string(REGEX REPLACE "^<!--[^>]*-->\n*" "" text "${text}")
  # Markers of another site generator.
  string(REPLACE "[TOC]\n\n" "" text "${text}")
  if(NOT heading STREQUAL "-")
    string(APPEND page "## ${heading}\n\n")
  endif()
  string(APPEND page "${text}\n")
endwhile()
file(WRITE ${output} "${page}")
